import type { LedgerKind, LedgerRow } from '@klieg/contract';

export type StatementFilter = 'all' | 'out' | 'in' | 'held';

/** The rows that a filter leaves. */
export function filterRows(rows: readonly LedgerRow[], filter: StatementFilter): readonly LedgerRow[] {
  switch (filter) {
    case 'all':
      return rows;
    case 'out':
      return rows.filter(({ tokens }) => tokens < 0);
    case 'in':
      return rows.filter(({ tokens }) => tokens > 0);
    case 'held':
      return rows.filter(({ kind }) => kind === 'hold');
  }
}

/** Loaded rows of a statement, newest first. */
export interface LoadedRows {
  readonly rows: readonly LedgerRow[];
  /** Loads older rows; null at the end. */
  readonly cursor: string | null;
  readonly archivedBefore: string | null;
}

/** The newest page, read again: older rows stay if the two connect, so that nobody loses their place. */
export function withNewest(known: LoadedRows, page: LoadedRows): LoadedRows {
  const last = page.rows.at(-1);
  const at = known.rows.findIndex(({ id }) => id === last?.id);
  return at < 0 ? page : { ...known, rows: [...page.rows, ...known.rows.slice(at + 1)] };
}

/** Kinds that are charged in parts while a show runs. */
const METERED: ReadonlySet<LedgerKind> = new Set(['private', 'spy', 'voyeur']);

const isOfOneShow = (a: LedgerRow, b: LedgerRow): boolean =>
  METERED.has(a.kind) &&
  a.kind === b.kind &&
  a.counterpart === b.counterpart &&
  a.ref !== null &&
  a.ref.type === b.ref?.type &&
  a.ref.id === b.ref.id;

/** One line of the statement: a row, or consecutive charges of one show, newest first. */
export type StatementLine = readonly [LedgerRow, ...LedgerRow[]];

/** Merges consecutive rows of one show into one line. */
export function linesOf(rows: readonly LedgerRow[]): StatementLine[] {
  const lines: [LedgerRow, ...LedgerRow[]][] = [];
  for (const row of rows) {
    const line = lines.at(-1);
    if (line && isOfOneShow(line[0], row)) line.push(row);
    else lines.push([row]);
  }
  return lines;
}

/** What a viewer spends on, as the chart stacks it. */
export type SpendGroup = 'tips' | 'shows' | 'media';
export const SPEND_GROUPS: readonly SpendGroup[] = ['tips', 'shows', 'media'];

const GROUP_OF: Partial<Record<LedgerKind, SpendGroup>> = {
  tip: 'tips',
  split: 'tips',
  private: 'shows',
  spy: 'shows',
  ticket: 'shows',
  recording: 'shows',
  hold_post: 'shows',
  media: 'media',
  subscription: 'media',
  ai_image: 'media',
  snapchat: 'media',
  dickrating: 'media',
  voyeur: 'shows',
};

/** The group of a kind of payment; undefined if it has none. */
export const groupOf = (kind: LedgerKind): SpendGroup | undefined => GROUP_OF[kind];

/** Tokens spent on one day, by group. */
export interface SpendDay {
  /** Start of the day in the reader's time zone, in Unix milliseconds. */
  readonly dayAt: number;
  readonly spent: Readonly<Record<SpendGroup, number>>;
}

const startOfDay = (date: Date): Date => new Date(date.getFullYear(), date.getMonth(), date.getDate());

/** What was spent on one kind in a quarter of an hour, as the server adds it up. */
export interface SpentPart {
  readonly at: string;
  readonly kind: LedgerKind;
  readonly tokens: number;
}

/** Spending of the last days up to today, one entry per day, days without spending too. */
export function spendByDay(parts: readonly SpentPart[], dayCount: number, now: Date): SpendDay[] {
  const today = startOfDay(now);
  const days = Array.from({ length: dayCount }, (_, back) => {
    const date = new Date(today);
    date.setDate(today.getDate() - (dayCount - 1 - back));
    return { dayAt: date.getTime(), spent: { tips: 0, shows: 0, media: 0 } };
  });
  const byStart = new Map(days.map((day) => [day.dayAt, day]));
  for (const { kind, tokens, at } of parts) {
    const group = GROUP_OF[kind];
    const day = byStart.get(startOfDay(new Date(at)).getTime());
    if (group && day) day.spent[group] += tokens;
  }
  return days;
}

/** A round top for an axis: 1, 2 or 5 times a power of ten, at least 10. */
export function axisTop(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(10, highest)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((top) => top >= highest) ?? power * 10;
}
