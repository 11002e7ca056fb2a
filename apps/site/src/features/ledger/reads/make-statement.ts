import type { Stats } from '@klieg/contract';
import { type AccountId, AppError, toInstant } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import type { Purse } from '../accounts.ts';
import type { HistoryRow } from './history-store.ts';
import type { Ledger } from '../make-ledger.ts';
import { type ReadAbouts, writeAbout } from './present-about.ts';
import { addDays } from '../lots/ripe-from.ts';

/** One's books of a period, as the call answers them. */
export interface Statement extends Stats {
  readonly title: string;
  readonly about: string[];
}

interface Asked {
  readonly person: AccountId;
  readonly username: string;
  /** Together they are one balance. */
  readonly purses: readonly Purse[];
  /** UTC days, both included. */
  readonly from: string;
  readonly to: string;
}

type Uses = {
  readonly ledger: Pick<Ledger, 'historyOf'>;
  readonly namesOf: (ids: readonly AccountId[]) => Promise<ReadonlyMap<AccountId, string>>;
  readonly readAbouts: ReadAbouts;
  readonly siteName: string;
  /** Absent: 20,000. */
  readonly linesMax?: number;
};

const PAGE = 1_000;
/** A file of more lines takes long to make and to open. */
const LINES_MAX = 20_000;

const checkLength = ({ linesMax = LINES_MAX }: Uses, lines: number): void => {
  if (lines > linesMax) throw new AppError('ledger.statement_too_long');
};

/** What a purse had at a moment. */
async function balanceBefore({ ledger }: Uses, person: AccountId, purse: Purse, to: number): Promise<number> {
  const { rows, archived } = await ledger.historyOf(person, { purse, limit: 1, to });
  return (archived?.isNewest ? archived.balanceAfter : rows[0]?.balanceAfter) ?? 0;
}

/** A payment may come this much later than the time in its id, which determines its month. */
const LATE_MS = 2 * DAY_MS;

/** @throws ledger.statement_too_long, or ledger.month_detached where part of the period is in a file */
async function readRows(uses: Uses, { person, from, to }: Asked, purse: Purse): Promise<HistoryRow[]> {
  const rows: HistoryRow[] = [];
  for (let cursor: string | undefined, isMore = true; isMore; isMore = cursor !== undefined) {
    const page = await uses.ledger.historyOf(person, {
      purse,
      limit: PAGE,
      from: Date.parse(from),
      to: Date.parse(addDays(to, 1)),
      ...(cursor !== undefined && { cursor }),
    });
    if (page.archived && Date.parse(from) < page.archived.before + LATE_MS)
      throw new AppError('ledger.month_detached');
    rows.push(...page.rows);
    checkLength(uses, rows.length);
    cursor = page.cursor;
  }
  return rows;
}

/** Every movement of a period with the balance after it, oldest first; moves between one's own purses are left out. */
export async function makeStatement(uses: Uses, asked: Asked): Promise<Statement> {
  const { person, username, from, to } = asked;
  const [openings, found] = await Promise.all([
    Promise.all(asked.purses.map((purse) => balanceBefore(uses, person, purse, Date.parse(from)))),
    Promise.all(asked.purses.map((purse) => readRows(uses, asked, purse))),
  ]);
  const rows = found
    .flat()
    .filter(({ counterpartPerson }) => counterpartPerson !== person)
    .toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  checkLength(uses, rows.length);
  const names = await uses.namesOf(rows.flatMap(({ counterpartPerson }) => counterpartPerson ?? []));
  const abouts = await uses.readAbouts(rows.map(({ id }) => id));
  const opening = openings.reduce((sum, one) => sum + one, 0);
  let balance = opening;
  const lines = rows.map((row) => {
    balance += row.tokens;
    const other = row.counterpartPerson && names.get(row.counterpartPerson);
    return [
      toInstant(row.at),
      row.kind,
      other ?? row.counterpart ?? '',
      row.comment ?? '',
      row.tokens,
      balance,
      row.id,
      writeAbout(abouts.get(row.id)),
    ];
  });
  const sumOf = (sign: 1 | -1) => rows.reduce((sum, { tokens }) => sum + (tokens * sign > 0 ? tokens : 0), 0);
  const totals = { opening, in: sumOf(1), out: sumOf(-1), closing: balance };
  return {
    title: `${uses.siteName} statement`,
    about: [
      `Account ${username}, ${from} to ${to}, days and times in UTC, amounts in tokens`,
      `Before: ${totals.opening}. In: ${totals.in}. Out: ${totals.out}. After: ${totals.closing}.`,
    ],
    columns: ['at', 'kind', 'with', 'comment', 'tokens', 'balance', 'entry', 'detail'],
    rows: lines,
    totals,
  };
}
