import type { DeskOrderWhole } from '@klieg/contract';
import { uuidv7 } from '@klieg/kernel';
import { formatAmount, formatMoney } from '@klieg/i18n';
import { Button, Dialog, FactList, Field, Notice, showToast, TextArea } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { deskApi } from './desk-api.ts';
import { codeOf, explainError } from '../../shared/errors/explain-error.ts';
import { ConfirmPassword } from '../../shared/password/confirm-password.tsx';
import { BILLER_NAMES, REFUND_BARS, REFUND_STATES } from './desk-words.ts';

/** What follows by rule when the tokens are taken back, before anything is pressed. */
function Consequences({ whole: { plan, order } }: { readonly whole: DeskOrderWhole }) {
  const { i18n } = useLingui();
  const tokens = (amount: number) => formatAmount(amount, i18n.locale);
  return (
    <>
      <FactList
        facts={[
          {
            label: <Trans>Refunded</Trans>,
            value: formatMoney(plan.amount, order.currency, i18n.locale),
          },
          { label: <Trans>Tokens taken</Trans>, value: tokens(plan.tokens) },
          { label: <Trans>Of these, spent</Trans>, value: tokens(plan.spent_tokens) },
          { label: <Trans>Balance now</Trans>, value: tokens(plan.balance) },
          { label: <Trans>Balance after</Trans>, value: tokens(plan.balance_after) },
        ]}
      />
      {plan.spent_tokens > 0 && (
        <Notice tone="warn" title={<Trans>Tokens of this order are spent</Trans>}>
          <Trans>Models keep what they were paid with them.</Trans>{' '}
          {plan.stops_spending && (
            <Trans>The balance falls below its floor, and spending stops until it is above it again.</Trans>
          )}
        </Notice>
      )}
      {plan.voided_holds.length > 0 && (
        <Notice tone="warn" title={<Trans>Open holds are released</Trans>}>
          <Plural
            value={plan.voided_holds.length}
            one="# hold that this balance no longer covers is released."
            other="# holds that this balance no longer covers are released."
          />
        </Notice>
      )}
    </>
  );
}

interface RefundDialogProps extends RefundModuleProps {
  readonly onClose: () => void;
}

function RefundDialog({ whole, onAsked, onClose }: RefundDialogProps) {
  const { t, i18n } = useLingui();
  const { order, plan } = whole;
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isLocked, setLocked] = useState(false);
  const [error, setError] = useState<unknown>();
  // One key for this dialog: a press that is repeated asks the biller once.
  const [idempotencyKey] = useState(uuidv7);
  const ask = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const { state } = await deskApi.refundOrder({
        params: { id: order.order_id },
        body: { reason: reason.trim() },
        idempotencyKey,
      });
      const isGood = state === 'asked' || state === 'done';
      showToast({ content: t(REFUND_STATES[state][0]), appearance: isGood ? 'success' : 'warning' });
      onAsked();
      onClose();
    } catch (failure) {
      setBusy(false);
      if (codeOf(failure) === 'common.sudo_required') setLocked(true);
      else setError(failure);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void ask();
  };
  if (isLocked)
    return (
      <ConfirmPassword
        onConfirmed={() => {
          setLocked(false);
          void ask();
        }}
        onClose={() => setLocked(false)}
      />
    );
  const amount = formatMoney(plan.amount, order.currency, i18n.locale);
  return (
    <Dialog title={<Trans>Refund {amount}</Trans>} onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <p>
          <Trans>
            {BILLER_NAMES[order.biller]} is asked for the refund. Nothing is booked before it answers.
          </Trans>
        </p>
        <Consequences whole={whole} />
        <Field
          label={<Trans>Reason</Trans>}
          error={error === undefined ? undefined : explainError(error, i18n)}
        >
          <TextArea
            value={reason}
            required
            minLength={3}
            maxLength={500}
            rows={2}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        <Button type="submit" kind="danger" busy={isBusy} disabled={reason.trim().length < 3}>
          <Trans>Request {amount} back</Trans>
        </Button>
      </form>
    </Dialog>
  );
}

export interface RefundModuleProps {
  readonly whole: DeskOrderWhole;
  readonly onAsked: () => void;
}

/** Whether an order can be refunded, what would follow, and the button. */
export function RefundModule({ whole, onAsked }: RefundModuleProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const { bar } = whole.plan;
  return (
    <section className="module">
      <h2>
        <Trans>Refund</Trans>
      </h2>
      {bar ? (
        <p className="text-ink-2">{t(REFUND_BARS[bar])}</p>
      ) : (
        <>
          <Consequences whole={whole} />
          <Button kind="line" onClick={() => setOpen(true)}>
            <Trans>Refund…</Trans>
          </Button>
        </>
      )}
      {isOpen && <RefundDialog whole={whole} onAsked={onAsked} onClose={() => setOpen(false)} />}
    </section>
  );
}
