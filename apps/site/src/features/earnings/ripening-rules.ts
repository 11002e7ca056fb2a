import type { AccountId } from '@klieg/kernel';
import { addDays, dayOf, type FeedItem, type Purse } from '../ledger/index.ts';

/** What somebody's feeds add to what is kept of them. */
export interface Counted {
  /** Tokens by UTC day, of days after the last ripe one; what was taken back counts on the day of what it takes back. */
  readonly days: ReadonlyMap<string, number>;
  /** The same of days that are ripe. */
  readonly ripeTokens: number;
  /** What left for other purses of the person, less what came back. */
  readonly movedTokens: number;
}

/** A part of what is kept back. */
export interface Reserve {
  /** The UTC day on which it is free. */
  readonly releaseOn: string;
  readonly tokens: number;
}

/** Tokens from one purse of a person to another. */
export interface Move {
  readonly fromPurse: Purse;
  readonly toPurse: Purse;
  readonly amountTokens: number;
  /** Of what is kept back: the day on which it is free. */
  readonly releaseOn?: string;
}

/** How much of what ripens is kept back, and how long. */
export interface ReserveTerms {
  /** 0 to 50. */
  readonly percent: number;
  readonly days: number;
}

const add = (sums: Map<string, number>, key: string, tokens: number) =>
  sums.set(key, (sums.get(key) ?? 0) + tokens);

/** Counts items of the feed of earnings; tokens that nobody paid for are left out of it. */
export function countEarnings(
  person: AccountId,
  items: readonly Pick<FeedItem, 'paidTokens' | 'person' | 'at' | 'causeAt'>[],
  ripeThrough: string,
): Counted {
  const days = new Map<string, number>();
  let [ripeTokens, movedTokens] = [0, 0];
  for (const item of items) {
    const day = dayOf(item.causeAt ?? item.at);
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
 * What moves now: what is ripe goes on, a part of it is kept back, and what is kept long enough comes free. Where more
 * was taken back than had ripened, it comes from what is kept back, then from what could be paid out.
 * @param free bought tokens of each purse that nothing holds
 */
export function planMoves({
  dueTokens,
  free,
  reserves,
  today,
  terms,
}: {
  /** What is ripe and has not moved on; below 0: what has moved on and is not the person's any more. */
  readonly dueTokens: number;
  readonly free: { readonly earning: number; readonly payable: number };
  /** In the order in which they come free. */
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
