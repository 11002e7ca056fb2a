import type { AccountId } from '@klieg/kernel';
import { utcDayOf } from '@klieg/kernel/time';
import { addDays, type FeedItem, type Purse } from '../ledger/index.ts';

/** What new feed items add to somebody's stored counts. */
export interface Counted {
  /** Tokens by UTC day, for days after the last ripe one; a reversal counts on the day of the original. */
  readonly days: ReadonlyMap<string, number>;
  /** The same of days that are ripe. */
  readonly ripeTokens: number;
  /** What left for other purses of the person, less what came back. */
  readonly movedTokens: number;
}

/** A part of the reserve. */
export interface Reserve {
  /** The UTC day on which it is released. */
  readonly releaseOn: string;
  readonly tokens: number;
}

/** Tokens from one purse of a person to another. */
export interface Move {
  readonly fromPurse: Purse;
  readonly toPurse: Purse;
  readonly amountTokens: number;
  /** For the reserve: its release day. */
  readonly releaseOn?: string;
}

/** How much of ripening tokens is kept back, and how long. */
export interface ReserveTerms {
  /** 0 to 50. */
  readonly percent: number;
  readonly days: number;
}

const add = (sums: Map<string, number>, key: string, tokens: number) =>
  sums.set(key, (sums.get(key) ?? 0) + tokens);

/** Counts items of the earnings feed, without tokens that nobody paid for. */
export function countEarnings(
  person: AccountId,
  items: readonly Pick<FeedItem, 'paidTokens' | 'person' | 'at' | 'causeAt'>[],
  ripeThrough: string,
): Counted {
  const days = new Map<string, number>();
  let [ripeTokens, movedTokens] = [0, 0];
  for (const item of items) {
    const day = utcDayOf(item.causeAt ?? item.at);
    if (item.paidTokens === 0) continue;
    if (item.person === person) movedTokens -= item.paidTokens;
    else if (day <= ripeThrough) ripeTokens += item.paidTokens;
    else add(days, day, item.paidTokens);
  }
  return { days, ripeTokens, movedTokens };
}

/** Counts items of the feed of the reserve, by the day that each names. */
export function countReserves(
  items: readonly Pick<FeedItem, 'paidTokens' | 'ref'>[],
): ReadonlyMap<string, number> {
  const days = new Map<string, number>();
  for (const { paidTokens, ref } of items) if (ref) add(days, ref.id, paidTokens);
  return days;
}

/**
 * What moves now: ripe tokens move on, a part of them is kept back, and old reserves are released. If more was reversed
 * than had ripened, it comes from the reserve, then from what could be paid out.
 * @param free bought tokens of each purse that nothing holds
 */
export function planMoves({
  dueTokens,
  free,
  reserves,
  today,
  terms,
}: {
  /** Ripe tokens that have not moved on; negative: moved on but no longer the person's. */
  readonly dueTokens: number;
  readonly free: { readonly earning: number; readonly payable: number };
  /** In order of release. */
  readonly reserves: readonly Reserve[];
  readonly today: string;
  readonly terms: ReserveTerms;
}): Move[] {
  const moves: Move[] = [];
  let missing = Math.max(0, -dueTokens);
  for (const { releaseOn, tokens } of reserves) {
    const back = Math.min(tokens, missing);
    missing -= back;
    const released = releaseOn <= today ? tokens - back : 0;
    moves.push(
      { fromPurse: 'reserve', toPurse: 'earning', amountTokens: back, releaseOn },
      { fromPurse: 'reserve', toPurse: 'payable', amountTokens: released, releaseOn },
    );
  }
  const ripe = Math.max(0, Math.min(dueTokens, free.earning));
  const kept = Math.floor((ripe * terms.percent) / 100);
  moves.push(
    { fromPurse: 'payable', toPurse: 'earning', amountTokens: Math.min(missing, Math.max(0, free.payable)) },
    {
      fromPurse: 'earning',
      toPurse: 'reserve',
      amountTokens: kept,
      releaseOn: addDays(today, terms.days),
    },
    { fromPurse: 'earning', toPurse: 'payable', amountTokens: ripe - kept },
  );
  return moves.filter(({ amountTokens }) => amountTokens > 0);
}
