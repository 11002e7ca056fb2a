import { DAY_MS } from '@klieg/kernel/time';

export type Level = 'premium' | 'vip' | 'super_vip';

/** From least to most. */
const levels: readonly Level[] = ['premium', 'vip', 'super_vip'];
export const PERIOD_DAYS = 30;
const PERIOD_MS = PERIOD_DAYS * DAY_MS;

/** A period that somebody has paid. */
export interface Period {
  readonly level: Level;
  /** The regular price of a period of this level, in cents. */
  readonly listCents: number;
  /** Unix milliseconds. */
  readonly paidAt: number;
}

/** A membership and the end of its paid time, in Unix milliseconds. */
export interface Standing {
  readonly level: Level;
  readonly listCents: number;
  readonly endsAt: number;
}

/** Time at one price is worth proportionally less at a higher one. */
const worth = (ms: number, fromCents: number, toCents: number): number =>
  Math.floor((ms * fromCents) / toCents);

/**
 * Somebody's membership from all periods they have paid for, in whatever order the news came: the highest level among
 * running ones, for as long as all of them together pay for it. So taking a higher one loses none of the remaining
 * days, and a lower one paid in addition extends the higher one.
 */
export function standingOf(periods: readonly Period[]): Standing | undefined {
  let standing: Standing | undefined;
  const inOrder = periods.toSorted(
    (a, b) => a.paidAt - b.paidAt || levels.indexOf(a.level) - levels.indexOf(b.level),
  );
  for (const { level, listCents, paidAt } of inOrder) {
    const leftMs = standing ? Math.max(0, standing.endsAt - paidAt) : 0;
    if (!standing || leftMs === 0) standing = { level, listCents, endsAt: paidAt + PERIOD_MS };
    else if (levels.indexOf(level) >= levels.indexOf(standing.level))
      standing = {
        level,
        listCents,
        endsAt:
          paidAt +
          PERIOD_MS +
          (level === standing.level ? leftMs : worth(leftMs, standing.listCents, listCents)),
      };
    else
      standing = {
        ...standing,
        endsAt: standing.endsAt + worth(PERIOD_MS, listCents, standing.listCents),
      };
  }
  return standing;
}
