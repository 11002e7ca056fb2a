import { VOYEUR_LIMITS } from '@klieg/contract/features/voyeur/limits';
import { AppError, type Uuid } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import type { Account } from '../identity/index.ts';
import { deriveTransferId } from '../ledger/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { Meters, MeterStore } from '../shows/index.ts';
import type { Houses } from './houses.ts';
import type { RefuseBuyer } from './refuse-buyer.ts';
import type { BoughtTime, TimeStore } from './time-store.ts';
import { isOpen, meterOfTime } from './voyeur-rules.ts';

/** Who buys, and how they called it. */
export interface Buyer {
  readonly key: Uuid;
  readonly caller: SiteCaller & { readonly account: Account };
}

/**
 * Buys minutes (S3101): they are held, all or none, and added to what is left. A repeat adds nothing.
 * @throws shows.no_voyeur_room, rooms.offline, common.price_changed, spend errors
 */
export type BuyTime = (
  who: Buyer,
  owner: Account,
  wish: { readonly minutes: number; readonly costPerMinute: number },
) => Promise<BoughtTime>;

/** With two purchases at once the second adds to the first one's result. */
const TRIES_MAX = 5;

export function makeBuyTime(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly houses: Pick<Houses, 'read'>;
  readonly store: TimeStore;
  readonly meters: Pick<Meters, 'hold' | 'holdUntil' | 'free'>;
  readonly meterStore: Pick<MeterStore, 'open'>;
  readonly refuse: RefuseBuyer;
}): BuyTime {
  const { store, meters } = deps;
  const inTransaction = deps.database.kysely.transaction.bind(deps.database.kysely);

  const begin = async (
    id: Uuid,
    { caller }: Buyer,
    owner: Account,
    seconds: number,
  ): Promise<BoughtTime | undefined> => {
    const time = { id, roomId: owner.id, viewerId: caller.account.id, seconds };
    const meter = meterOfTime(time);
    await meters.hold(meter, seconds);
    const hasBegun = await inTransaction().execute(async (transaction) => {
      const isNew = await store.begin(transaction, time);
      if (isNew) await deps.meterStore.open(transaction, meter);
      return isNew;
    });
    const known = await store.findByPurchase(id);
    if (!hasBegun && !known) await meters.free(meter);
    return known;
  };

  const extend = async (id: Uuid, time: BoughtTime, seconds: number): Promise<BoughtTime | undefined> => {
    // Held before it is written: the repeat of a purchase that was lost in between asks for the same.
    await meters.holdUntil(time.id, time.seconds + seconds);
    await inTransaction().execute((transaction) => store.add(transaction, time, id, seconds));
    return store.findByPurchase(id);
  };

  return async (who, owner, { minutes, costPerMinute }) => {
    const { account } = who.caller;
    const id = deriveTransferId(`account:${account.id}:voyeur`, who.key);
    const known = await store.findByPurchase(id);
    if (known) return known;
    const house = await deps.houses.read(owner);
    if (costPerMinute !== VOYEUR_LIMITS.cost_per_minute)
      throw new AppError('common.price_changed', {
        params: { cost_per_minute: VOYEUR_LIMITS.cost_per_minute },
      });
    await deps.refuse(who.caller, owner);
    if (!isOpen(house.cameras)) throw new AppError('rooms.offline');
    const seconds = minutes * 60;
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const running = await store.findRunning(owner.id, account.id);
      const bought = running ? await extend(id, running, seconds) : await begin(id, who, owner, seconds);
      if (bought) return bought;
    }
    throw new AppError('common.unavailable', { internal: 'time changed too often' });
  };
}
