import type { LedgerRow } from '@klieg/contract';
import { formatAmount, formatMoment, formatSignedAmount } from '@klieg/i18n';
import { Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { KIND_WORDS } from './ledger-words.ts';

export interface StatementTableProps {
  readonly rows: readonly LedgerRow[];
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
}

function Row({ row, isOpen, onOpen }: { readonly row: LedgerRow; readonly isOpen: boolean; readonly onOpen: () => void }) {
  const { t, i18n } = useLingui();
  return (
    <tr aria-selected={isOpen}>
      <td className="figure text-ink-2">
        <button type="button" className="row-button" aria-label={t`Trace of ${formatMoment(row.at, i18n.locale)}`} onClick={onOpen}>
          {formatMoment(row.at, i18n.locale)}
        </button>
      </td>
      <td>{row.kind === 'hold' ? <Tag tone="warn">{t(KIND_WORDS.hold)}</Tag> : t(KIND_WORDS[row.kind])}</td>
      <td>
        <div className="strong max-w-[180px] truncate max-tablet:max-w-[118px]">{row.counterpart}</div>
      </td>
      <td className="text-ink-2 max-tablet:hidden">
        <div className="max-w-[180px] truncate">{row.comment}</div>
      </td>
      <td className={`is-end figure ${row.tokens > 0 ? 'strong text-good' : ''}`}>
        {formatSignedAmount(row.tokens, i18n.locale)}
      </td>
      <td className="is-end figure text-ink-2 max-tablet:hidden">{formatAmount(row.balance_after, i18n.locale)}</td>
    </tr>
  );
}

/** Every transfer of the person; any row opens its trace. */
export function StatementTable({ rows, openId, onOpen }: StatementTableProps) {
  return (
    <table className="data-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="label">
              <Trans>When</Trans>
            </span>
          </th>
          <th scope="col">
            <span className="label">
              <Trans>Kind</Trans>
            </span>
          </th>
          <th scope="col">
            <span className="label">
              <Trans>With</Trans>
            </span>
          </th>
          <th scope="col" className="max-tablet:hidden">
            <span className="label">
              <Trans>Detail</Trans>
            </span>
          </th>
          <th scope="col" className="is-end">
            <span className="label">
              <Trans>Tokens</Trans>
            </span>
          </th>
          <th scope="col" className="is-end max-tablet:hidden">
            <span className="label">
              <Trans>Balance</Trans>
            </span>
          </th>
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
