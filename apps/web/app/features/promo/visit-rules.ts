/** How often somebody has come, stored in the browser for each of its people. */
export interface Visits {
  readonly count: number;
  /** When a page was last opened, in Unix milliseconds. */
  readonly seenAt: number;
}

/** A visit ends when no page was opened for this long. */
const VISIT_ENDS_MS = 30 * 60_000;
/** The purchase is offered on every visit with this interval (CONSTANTS-006). */
const PROMPT_EVERY = 3;

/** The visits with a page that is opened now, and whether it begins one that is to be asked. */
export function countVisit(
  before: Visits | undefined,
  nowMs: number,
): { readonly visits: Visits; readonly isAsked: boolean } {
  const isNew = before === undefined || nowMs - before.seenAt > VISIT_ENDS_MS;
  const count = (before?.count ?? 0) + (isNew ? 1 : 0);
  return { visits: { count, seenAt: nowMs }, isAsked: isNew && count % PROMPT_EVERY === 0 };
}

/** What the browser has kept, where it is what it should be. */
export function parseVisits(value: unknown): Visits | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { count, seenAt } = value as Partial<Visits>;
  return Number.isSafeInteger(count) && Number.isSafeInteger(seenAt)
    ? { count: count!, seenAt: seenAt! }
    : undefined;
}
