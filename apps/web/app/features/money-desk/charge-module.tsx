import type { DeskOrderWhole } from '@klieg/contract';
import { formatDayTime } from '@klieg/i18n';
import { Button, FactList, Field, Input, Notice, TextArea } from '@klieg/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { deskApi } from './desk-api.ts';
import { codeOf, explainError } from '../../shared/errors/explain-error.ts';
import { ConfirmPassword } from '../../shared/password/confirm-password.tsx';
import { BILLER_NAMES } from './desk-words.ts';

type OpenCharge = NonNullable<DeskOrderWhole['open_charge']>;

const FOUND_WORDS: Readonly<Record<NonNullable<OpenCharge['found']>, MessageDescriptor>> = {
  no_answer: msg`No answer`,
  not_known: msg`No such charge found so far`,
  not_listed: msg`No such sale listed so far`,
  several: msg`Sales that may be this one or another order’s`,
};

interface ChargeModuleProps {
  readonly whole: DeskOrderWhole;
  readonly onDecided: () => void;
}

function DecideForm({ whole: { order }, onDecided }: ChargeModuleProps) {
  const { i18n } = useLingui();
  const [transaction, setTransaction] = useState('');
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [locked, setLocked] = useState<'paid' | 'not_charged'>();
  const [error, setError] = useState<unknown>();
  const decide = async (outcome: 'paid' | 'not_charged') => {
    setBusy(true);
    setError(undefined);
    try {
      await deskApi.decideCharge({
        params: { id: order.order_id },
        body: {
          outcome,
          note: note.trim(),
          ...(outcome === 'paid' && { transaction_id: transaction.trim() }),
        },
      });
      onDecided();
    } catch (failure) {
      if (codeOf(failure) === 'common.sudo_required') setLocked(outcome);
      else setError(failure);
    }
    setBusy(false);
  };
  if (locked)
    return (
      <ConfirmPassword
        onConfirmed={() => {
          setLocked(undefined);
          void decide(locked);
        }}
        onClose={() => setLocked(undefined)}
      />
    );
  const hasNote = note.trim().length >= 3;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void decide('paid');
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <Field label={<Trans>Note</Trans>} error={error === undefined ? undefined : explainError(error, i18n)}>
        <TextArea
          value={note}
          required
          minLength={3}
          maxLength={500}
          rows={2}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      <Field label={<Trans>Transaction that paid it</Trans>}>
        <Input value={transaction} maxLength={80} onChange={(event) => setTransaction(event.target.value)} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isBusy} disabled={!hasNote || transaction.trim() === ''}>
          <Trans>It was paid</Trans>
        </Button>
        <Button
          kind="line"
          busy={isBusy}
          disabled={!hasNote || transaction.trim() !== ''}
          onClick={() => void decide('not_charged')}
        >
          <Trans>Nothing was charged</Trans>
        </Button>
      </div>
    </form>
  );
}

/** A charge whose answer was lost: what the biller says, and the decision if a person must make it. */
export function ChargeModule({ whole, onDecided }: ChargeModuleProps) {
  const { t, i18n } = useLingui();
  const { open_charge: charge, order } = whole;
  if (!charge) return null;
  return (
    <section className="module">
      <h2>
        <Trans>Unanswered charge</Trans>
      </h2>
      <FactList
        facts={[
          { label: <Trans>Asked for</Trans>, value: formatDayTime(charge.asked_at, i18n.locale) },
          { label: <Trans>Checks</Trans>, value: String(charge.looks) },
          ...(charge.looked_at
            ? [{ label: <Trans>Last checked</Trans>, value: formatDayTime(charge.looked_at, i18n.locale) }]
            : []),
          { label: BILLER_NAMES[order.biller], value: charge.found ? t(FOUND_WORDS[charge.found]) : '—' },
          ...charge.sales.map((sale) => ({
            label: <Trans>Possible sale</Trans>,
            value: <span className="break-all">{sale.transaction_id}</span>,
          })),
        ]}
      />
      {charge.needs_person ? (
        <>
          <Notice tone="warn" title={<Trans>Check with the biller</Trans>}>
            <Trans>The biller does not report what came of this charge. Enter what you find there.</Trans>
          </Notice>
          <DecideForm whole={whole} onDecided={onDecided} />
        </>
      ) : (
        <p className="text-ink-2">
          <Trans>The biller is being asked.</Trans>
        </p>
      )}
    </section>
  );
}
