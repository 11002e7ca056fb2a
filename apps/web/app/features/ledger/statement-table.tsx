import type { LedgerRow } from '@klieg/contract';
import { formatAmount, formatMoment, formatSignedAmount, formatTimeOfDay } from '@klieg/i18n';
import { HeadCell, Icon, Tag } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { KIND_WORDS, wordOf } from './ledger-words.ts';
import { PaymentDetail } from './payment-detail.tsx';
import { linesOf, type StatementLine } from './statement-rules.ts';

export interface StatementTableProps {
  readonly rows: readonly LedgerRow[];
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
}

/** The cells that a row and a merged line have in common, after the time. */
function Cells({
  row,
  tokens,
  detail,
  note,
}: {
  readonly row: LedgerRow;
  readonly tokens: number;
  readonly detail: ReactNode;
  /** On phones, which have no column for the detail. */
  readonly note?: ReactNode;
}) {
  const { t, i18n } = useLingui();
  return (
    <>
      <td>{row.kind === 'hold' ? <Tag tone="warn">{t(KIND_WORDS.hold)}</Tag> : t(wordOf(row))}</td>
      <td>
        <div
          className="strong max-w-[180px] truncate max-tablet:max-w-[118px]"
          title={row.counterpart ?? undefined}
        >
          {row.counterpart_name ?? row.counterpart}
        </div>
        {note && <div className="small text-ink-2 tablet:hidden">{note}</div>}
      </td>
      <td className="text-ink-2 max-tablet:hidden">
        <div className="max-w-[260px] truncate">{detail}</div>
      </td>
      <td className={`is-end figure ${tokens > 0 ? 'strong text-good' : ''}`}>
        {formatSignedAmount(tokens, i18n.locale)}
      </td>
      <td className="is-end figure text-ink-2 max-tablet:hidden">
        {formatAmount(row.balance_after, i18n.locale)}
      </td>
    </>
  );
}

function Row({
  row,
  isOpen,
  isPart = false,
  onOpen,
}: {
  readonly row: LedgerRow;
  readonly isOpen: boolean;
  /** It is listed under the line of its show. */
  readonly isPart?: boolean;
  readonly onOpen: () => void;
}) {
  const { t, i18n } = useLingui();
  return (
    <tr aria-selected={isOpen} className={isPart ? 'statement-part' : undefined}>
      <td className="figure text-ink-2">
        <button
          type="button"
          className="row-button"
          aria-label={t`Trace of ${formatMoment(row.at, i18n.locale)}`}
          onClick={onOpen}
        >
          {isPart ? formatTimeOfDay(row.at, i18n.locale) : formatMoment(row.at, i18n.locale)}
        </button>
      </td>
      <Cells
        row={row}
        tokens={row.tokens}
        detail={<PaymentDetail row={row} />}
        note={row.about && <PaymentDetail row={row} />}
      />
    </tr>
  );
}

/** The charges of one show as one line: sum, number and times; it opens into them. */
function ShowLine({
  line,
  isOpen,
  onToggle,
}: {
  readonly line: StatementLine;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  const { t, i18n } = useLingui();
  const [newest] = line;
  const count = <Plural value={line.length} one="# charge" other="# charges" />;
  const from = formatTimeOfDay(line.at(-1)!.at, i18n.locale);
  const to = formatTimeOfDay(newest.at, i18n.locale);
  return (
    <tr>
      <td className="figure text-ink-2">
        <button
          type="button"
          className="row-button statement-show"
          aria-expanded={isOpen}
          aria-label={t`Charges until ${formatMoment(newest.at, i18n.locale)}`}
          onClick={onToggle}
        >
          {formatMoment(newest.at, i18n.locale)}
          <Icon name={isOpen ? 'caret-down' : 'caret-right'} size={14} />
        </button>
      </td>
      <Cells
        row={newest}
        tokens={line.reduce((sum, { tokens }) => sum + tokens, 0)}
        detail={
          <>
            {count},{' '}
            <span className="figure">
              <Trans>
                {from} to {to}
              </Trans>
            </span>
          </>
        }
        note={count}
      />
    </tr>
  );
}

function Head() {
  return (
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
  );
}

/** Every transfer of the person; any row opens its trace, and the line of a show opens into its charges. */
export function StatementTable({ rows, openId, onOpen }: StatementTableProps) {
  /** Rows whose line is open: a line gets new rows at both ends, and stays open all the same. */
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const isLineOpen = (line: StatementLine) => line.some(({ id }) => opened.has(id));
  const toggle = (line: StatementLine) => {
    const next = new Set(opened);
    const wasOpen = isLineOpen(line);
    for (const { id } of line) if (wasOpen) next.delete(id);
    if (!wasOpen) next.add(line[0].id);
    setOpened(next);
  };
  const rowOf = (row: LedgerRow, isPart: boolean) => (
    <Row key={row.id} row={row} isPart={isPart} isOpen={row.id === openId} onOpen={() => onOpen(row.id)} />
  );
  return (
    <table className="data-table">
      <Head />
      <tbody>
        {linesOf(rows).map((line) =>
          line.length === 1
            ? rowOf(line[0], false)
            : [
                <ShowLine
                  key={`show ${line.at(-1)!.id}`}
                  line={line}
                  isOpen={isLineOpen(line)}
                  onToggle={() => toggle(line)}
                />,
                ...(isLineOpen(line) ? line.map((row) => rowOf(row, true)) : []),
              ],
        )}
      </tbody>
    </table>
  );
}
