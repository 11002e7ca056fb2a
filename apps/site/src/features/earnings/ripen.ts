import { type AccountId, type Clock, type Log, uuidv7 } from '@klieg/kernel';
import { utcDayOf } from '@klieg/kernel/time';
import type { Notices } from '../../platform/events/index.ts';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { addDays, type FeedItem, type Ledger, type Purse, RIPE_DAYS } from '../ledger/index.ts';
import { balanceChanged } from '../wallet/index.ts';
import { countEarnings, countReserves, type Move, planMoves, type ReserveTerms } from './ripening-rules.ts';
import type { Ripening, RipeningStore } from './ripening-store.ts';

type EarningsLedger = Pick<Ledger, 'feedAfter' | 'pursesOf' | 'earnersAfter' | 'together'>;

export interface Ripener {
  /** The state of somebody's earnings, counted up to now; nothing moves. */
  countNow(person: AccountId): Promise<CountedEarnings>;
  /** Moves ripe tokens on, and takes back what is no longer theirs. @returns the number of moves */
  ripen(person: AccountId): Promise<number>;
  /** Does so for everybody, once a day. */
  sweep(): Promise<void>;
}

export interface CountedEarnings {
  readonly purses: Awaited<ReturnType<Ledger['pursesOf']>>;
  /** What ripens later, by the UTC day on which it was earned. */
  readonly days: readonly { readonly day: string; readonly tokens: number }[];
  readonly reserves: readonly { readonly releaseOn: string; readonly tokens: number }[];
  /** Ripe tokens that move with the next sweep; negative: reversed after ripening. */
  readonly dueTokens: number;
}

const ITEMS = 500;
const PERSONS = 500;

/** The last day whose earnings are old enough. */
const ripeThroughOf = (now: number): string => addDays(utcDayOf(now), -RIPE_DAYS - 1);

const freeOf = ({ posted, held, promotional }: { posted: number; held: number; promotional: number }) =>
  posted - held - Math.max(0, promotional);

export function makeRipener(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly store: RipeningStore;
  readonly ledger: EarningsLedger;
  readonly terms: ReserveTerms;
  readonly notices: Pick<Notices, 'tell'>;
  readonly clock: Clock;
  readonly log: Log;
}): Ripener {
  const { store, ledger, clock, terms } = deps;

  async function readFeed(
    within: Transaction,
    person: AccountId,
    purse: Purse,
    after: number,
  ): Promise<FeedItem[]> {
    const items: FeedItem[] = [];
    for (let some = ITEMS; some === ITEMS;) {
      const next = await ledger.feedAfter(person, items.at(-1)?.number ?? after, {
        limit: ITEMS,
        purse,
        within,
      });
      items.push(...next);
      some = next.length;
    }
    return items;
  }

  /** Counts new feed items; feeds only grow, and every move holds the lock of this row. */
  async function count(transaction: Transaction, person: AccountId): Promise<Ripening> {
    const through = ripeThroughOf(clock.now());
    const before = await store.take(transaction, person, through);
    const ripeThrough = before.ripeThrough > through ? before.ripeThrough : through;
    const earned = await readFeed(transaction, person, 'earning', before.earningNumber);
    const kept = await readFeed(transaction, person, 'reserve', before.reserveNumber);
    const counted = {
      earnings: countEarnings(person, earned, ripeThrough),
      earningNumber: earned.at(-1)?.number ?? before.earningNumber,
      reserves: countReserves(kept),
      reserveNumber: kept.at(-1)?.number ?? before.reserveNumber,
    };
    return store.keep(transaction, person, counted, ripeThrough);
  }

  async function apply(person: AccountId, moves: readonly Move[], today: string): Promise<number> {
    const outcomes = await ledger.together(
      moves.map(({ releaseOn, ...move }) => ({
        type: 'move' as const,
        id: uuidv7(clock.now()),
        kind: 'adjustment' as const,
        person,
        ...move,
        note: { ref: releaseOn ? { type: 'reserve', id: releaseOn } : { type: 'maturity', id: today } },
      })),
    );
    const isApplied = outcomes.every(({ status }) => status === 'applied');
    // Something was taken back at this moment: the next time it is counted with.
    if (!isApplied) deps.log.info({ person }, 'earnings that changed meanwhile ripen later');
    return isApplied ? moves.length : 0;
  }

  const ripen: Ripener['ripen'] = async (person) => {
    const today = utcDayOf(clock.now());
    const moved = await deps.database.kysely.transaction().execute(async (transaction) => {
      const { ripeTokens, movedTokens } = await count(transaction, person);
      const [purses, reserves] = [
        await ledger.pursesOf(person, transaction),
        await store.listReserves(transaction, person),
      ];
      const moves = planMoves({
        dueTokens: ripeTokens - movedTokens,
        free: { earning: freeOf(purses.earning), payable: freeOf(purses.payable) },
        reserves,
        today,
        terms,
      });
      // A crash after this leaves the earlier count, and the moves are in the feeds that are counted again.
      return moves.length > 0 ? apply(person, moves, today) : 0;
    });
    if (moved > 0) {
      const { payable } = await ledger.pursesOf(person);
      deps.notices.tell(balanceChanged, {
        accountId: person,
        purse: 'payable',
        tokens: payable.spendable,
        held: payable.held,
        version: payable.version,
        change: 0,
        type: undefined,
        id: uuidv7(clock.now()),
        at: clock.now(),
      });
    }
    return moved;
  };

  return {
    ripen,
    countNow: (person) =>
      deps.database.kysely.transaction().execute(async (transaction) => {
        const { ripeTokens, movedTokens } = await count(transaction, person);
        return {
          days: await store.listDays(transaction, person),
          reserves: await store.listReserves(transaction, person),
          purses: await ledger.pursesOf(person, transaction),
          dueTokens: ripeTokens - movedTokens,
        };
      }),
    async sweep() {
      const today = utcDayOf(clock.now());
      if ((await store.lastSweep()) === today) return;
      let isWhole = true;
      for (let after: AccountId | undefined; ;) {
        const earners = await ledger.earnersAfter(after, PERSONS);
        for (const person of earners)
          // One whose earnings cannot be counted keeps nobody else waiting.
          await ripen(person).catch((error: unknown) => {
            isWhole = false;
            deps.log.error({ err: error, person }, 'earnings could not ripen');
          });
        after = earners.at(-1);
        if (earners.length < PERSONS) break;
      }
      if (isWhole) await store.noteSweep(today);
    },
  };
}
