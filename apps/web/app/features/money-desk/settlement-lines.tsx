import type { LineState, SettlementLine } from '@klieg/contract';
import { formatMoney } from '@klieg/i18n';
import { Button, Dialog, Field, HeadCell, Tag, type TagTone, TextArea } from '@klieg/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { deskApi } from './desk-api.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { TOLD_WORDS } from './desk-words.ts';

const STATES: Readonly<Record<LineState, readonly [MessageDescriptor, TagTone]>> = {
  matched: [msg`Matched`, 'ok'],
  missing_here: [msg`Missing here`, 'bad'],
  missing_there: [msg`Missing there`, 'warn'],
  amount_differs: [msg`Other amount`, 'bad'],
  other_currency: [msg`Other currency`, 'warn'],
};

interface ResolveProps {
  readonly line: SettlementLine;
  readonly onResolved: () => void;
}

function ResolveDialog({ line, onResolved, onClose }: ResolveProps & { readonly onClose: () => void }) {
  const { i18n } = useLingui();
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await deskApi.resolveSettlementLine({ params: { id: line.id }, body: { note: note.trim() } });
      onResolved();
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Dialog title={<Trans>Resolve this line</Trans>} onClose={onClose}>
      <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <p>
          <Trans>It leaves the list with your note. What is in suspense stays there.</Trans>
        </p>
        <Field
          label={<Trans>What it was</Trans>}
          error={error === undefined ? undefined : explainError(error, i18n)}
        >
          <TextArea
            value={note}
            required
            minLength={3}
            maxLength={500}
            rows={2}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
        <Button type="submit" kind="key" busy={isBusy} disabled={note.trim().length < 3}>
          <Trans>Resolve</Trans>
        </Button>
      </form>
    </Dialog>
  );
}

function Row({ line, onResolved }: ResolveProps) {
  const { t, i18n } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const [word, tone] = STATES[line.state];
  const kind = line.kind as keyof typeof TOLD_WORDS;
  const money = (cents: number) => formatMoney(cents, line.currency, i18n.locale);
  return (
    <tr>
      <td>
        <Tag tone={tone}>{t(word)}</Tag>
      </td>
      <td>{t(TOLD_WORDS[kind])}</td>
      <td className="figure">
        {line.order_id ? (
          <Link className="desk-link" to={`/admin/orders/${line.order_id}`}>
            {line.transaction_id}
          </Link>
        ) : (
          line.transaction_id
        )}
      </td>
      <td className="is-end figure">{line.state === 'missing_there' ? '—' : money(line.amount)}</td>
      <td className="is-end figure">{line.told === null ? '—' : money(line.told)}</td>
      <td className="is-end figure text-ink-2">{money(line.fee)}</td>
      <td className="is-end">
        {line.resolved ? (
          <span className="text-ink-2">{line.resolved.note}</span>
        ) : (
          line.state !== 'matched' && (
            <Button kind="line" size="small" onClick={() => setOpen(true)}>
              <Trans>Resolve</Trans>
            </Button>
          )
        )}
        {isOpen && <ResolveDialog line={line} onResolved={onResolved} onClose={() => setOpen(false)} />}
      </td>
    </tr>
  );
}

/** Lines of settlement files compared with posts. */
export function SettlementLines({
  lines,
  onResolved,
}: {
  readonly lines: readonly SettlementLine[];
  readonly onResolved: () => void;
}) {
  const { t } = useLingui();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls sideways is reached by keys
    <section className="desk-scroll" aria-label={t`Settlement lines`} tabIndex={0}>
      <table className="data-table">
        <thead>
          <tr>
            <HeadCell>
              <Trans>State</Trans>
            </HeadCell>
            <HeadCell>
              <Trans>Kind</Trans>
            </HeadCell>
            <HeadCell>
              <Trans>Transaction</Trans>
            </HeadCell>
            <HeadCell end>
              <Trans>Settled</Trans>
            </HeadCell>
            <HeadCell end>
              <Trans>Reported</Trans>
            </HeadCell>
            <HeadCell end>
              <Trans>Fee</Trans>
            </HeadCell>
            <HeadCell end>
              <Trans>Note</Trans>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row key={line.id} line={line} onResolved={onResolved} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
