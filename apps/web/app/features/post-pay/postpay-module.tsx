import { formatAmount, formatDayTime } from '@klieg/i18n';
import { Bar, Button, Notice, showToast, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { codeOf, explainError } from '../../shared/errors/explain-error.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { ChargeList } from '../cards/index.ts';
import { declinePostpay } from './decline-postpay.ts';
import { payNow } from './pay-now.ts';
import { type PostpayView, usePostpay } from './use-postpay.ts';

/** Spending on credit is possible, or was offered. */
function Offer({ postpay }: { readonly postpay: PostpayView }) {
  const { i18n } = useLingui();
  const most = formatAmount(postpay.offered_tokens, i18n.locale);
  return (
    <>
      <p className="text-ink-2">
        <Trans>
          Spend up to {most} tokens first; your card is charged later for what you have spent. No interest, no
          fee.
        </Trans>
      </p>
      <div>
        <Button
          kind="line"
          onClick={() => openModal('postpay-enable', { offeredTokens: postpay.offered_tokens })}
        >
          <Trans>Set up post-pay</Trans>
        </Button>
      </div>
    </>
  );
}

/** What went wrong, with the way on. */
function Trouble({ postpay }: { readonly postpay: PostpayView }) {
  const isSuspended = postpay.state === 'suspended';
  return (
    <Notice
      tone="bad"
      title={isSuspended ? <Trans>Post-pay is suspended</Trans> : <Trans>Your card was declined</Trans>}
      action={
        <Button size="small" kind="key" onClick={() => openModal('postpay-card', {})}>
          <Trans>Use another card</Trans>
        </Button>
      }
    >
      {isSuspended ? (
        <Trans>What you owe stays as it is. Pay it with another card, or buy tokens.</Trans>
      ) : (
        <Trans>Nothing more can be spent on credit until it is paid.</Trans>
      )}
    </Notice>
  );
}

function PayNow({ onPaid }: { readonly onPaid: () => void }) {
  const { t, i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const pay = async () => {
    setBusy(true);
    try {
      await payNow();
      showToast({ content: t`Paid.`, appearance: 'success' });
    } catch (error) {
      if (codeOf(error) === 'billing.declined') openModal('postpay-card', {});
      else showToast({ content: explainError(error, i18n), appearance: 'error' });
    }
    setBusy(false);
    onPaid();
  };
  return (
    <Button kind="key" busy={isBusy} onClick={() => void pay()}>
      <Trans>Pay now</Trans>
    </Button>
  );
}

function OpenLine({ postpay, onPaid }: { readonly postpay: PostpayView; readonly onPaid: () => void }) {
  const { t, i18n } = useLingui();
  const { used_tokens: used, limit_tokens: limit, next_charge_at: nextAt, state } = postpay;
  const next = nextAt && formatDayTime(nextAt, i18n.locale);
  const all = formatAmount(limit, i18n.locale);
  const hasTrouble = state === 'past_due' || state === 'suspended';
  return (
    <>
      <div className="flex items-center gap-2">
        <span className="grow">
          <Trans>Used</Trans>
        </span>
        <span className="figure">
          <Trans>
            <TokenAmount amountTokens={used} /> of {all}
          </Trans>
        </span>
      </div>
      <Bar
        percent={limit > 0 ? Math.min(100, (used / limit) * 100) : 0}
        warn={hasTrouble}
        label={t`Credit used`}
      />
      {hasTrouble && <Trouble postpay={postpay} />}
      {state === 'settling' && (
        <p className="text-ink-2">
          <Trans>Your card is being charged.</Trans>
        </p>
      )}
      {next && (
        <p className="text-ink-2">
          <Trans>Next charge: {next}</Trans>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {used > 0 && state === 'active' && <PayNow onPaid={onPaid} />}
        {!hasTrouble && (
          <Button kind="text" onClick={() => openModal('postpay', {})}>
            <Trans>How it works</Trans>
          </Button>
        )}
        {!hasTrouble && (
          <Button kind="text" onClick={() => openModal('postpay-card', {})}>
            <Trans>Change card</Trans>
          </Button>
        )}
        {!hasTrouble && postpay.decline_token && (
          <Button kind="text" onClick={() => declinePostpay(postpay.decline_token!)}>
            <Trans>Turn off</Trans>
          </Button>
        )}
      </div>
    </>
  );
}

/** The credit line: limit, used credit, next charge, and paying at once. Nothing without one. */
export function PostpayModule() {
  const { postpay, reload } = usePostpay();
  if (!postpay || (postpay.state === 'none' && postpay.charges.length === 0)) return null;
  const hasLine = !['none', 'offered', 'declined', 'closed'].includes(postpay.state);
  return (
    <section className="module" aria-labelledby="postpay-title">
      <h2 className="label" id="postpay-title">
        <Trans>Post-pay</Trans>
      </h2>
      {hasLine && <OpenLine postpay={postpay} onPaid={reload} />}
      {!hasLine && postpay.offered_tokens > 0 && <Offer postpay={postpay} />}
      {!hasLine && postpay.offered_tokens === 0 && (
        <p className="text-ink-2">
          <Trans>Post-pay is closed.</Trans>
        </p>
      )}
      <ChargeList charges={postpay.charges} />
    </section>
  );
}
