import type { LedgerRow } from '@klieg/contract';
import { formatAmount, formatMoment, formatSignedAmount } from '@klieg/i18n';
import { Tag, HeadCell } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { KIND_WORDS, wordOf } from './ledger-words.ts';

export interface StatementTableProps {
  readonly rows: readonly LedgerRow[];
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
}

function Row({
  row,
  isOpen,
  onOpen,
}: {
  readonly row: LedgerRow;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}) {
  const { t, i18n } = useLingui();
  return (
    <tr aria-selected={isOpen}>
      <td className="figure text-ink-2">
        <button
          type="button"
          className="row-button"
          aria-label={t`Trace of ${formatMoment(row.at, i18n.locale)}`}
          onClick={onOpen}
        >
          {formatMoment(row.at, i18n.locale)}
        </button>
      </td>
      <td>{row.kind === 'hold' ? <Tag tone="warn">{t(KIND_WORDS.hold)}</Tag> : t(wordOf(row))}</td>
      <td>
        <div className="strong max-w-[180px] truncate max-tablet:max-w-[118px]">{row.counterpart}</div>
      </td>
      <td className="text-ink-2 max-tablet:hidden">
        <div className="max-w-[180px] truncate">{row.comment}</div>
      </td>
      <td className={`is-end figure ${row.tokens > 0 ? 'strong text-good' : ''}`}>
        {formatSignedAmount(row.tokens, i18n.locale)}
      </td>
      <td className="is-end figure text-ink-2 max-tablet:hidden">
        {formatAmount(row.balance_after, i18n.locale)}
      </td>
    </tr>
  );
}

/** Every transfer of the person; any row opens its trace. */
export function StatementTable({ rows, openId, onOpen }: StatementTableProps) {
  return (
    <table className="data-table">
      <thead>
        <tr>
          <HeadCell>
            <Trans>When</Trans>
          </HeadCell>
          <HeadCell>
            <Trans>Kind</Trans>
          </HeadCell>
          <HeadCell>
            <Trans>With</Trans>
          </HeadCell>
          <HeadCell className="max-tablet:hidden">
            <Trans>Detail</Trans>
          </HeadCell>
          <HeadCell end>
            <Trans>Tokens</Trans>
          </HeadCell>
          <HeadCell end className="max-tablet:hidden">
            <Trans>Balance</Trans>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} isOpen={row.id === openId} onOpen={() => onOpen(row.id)} />
        ))}
      </tbody>
    </table>
  );
}
