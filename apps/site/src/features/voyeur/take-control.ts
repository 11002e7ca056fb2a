import { VOYEUR_LIMITS, type VoyeurCamera } from '@klieg/contract/features/voyeur/limits';
import { AppError, type Uuid } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import type { Account } from '../identity/index.ts';
import { deriveTransferId } from '../ledger/index.ts';
import { SHOW_SHARE_PERCENT } from '../shows/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { Buyer } from './buy-time.ts';
import type { HouseStore } from './house-store.ts';
import type { Houses } from './houses.ts';
import type { RefuseBuyer } from './refuse-buyer.ts';
import { turnMachine, type RunTurns } from './run-turns.ts';
import type { TurnStore } from './turn-store.ts';
import type { Turn } from './voyeur-rules.ts';

/** A hold that led to no turn is released after this. */
const HOLD_MS = 2 * 60_000;

/**
 * Buys a turn at the camera that everybody sees (S1904): its price is held, and it waits for its place.
 * @throws shows.no_voyeur_room, shows.control_taken, rooms.offline, common.price_changed, spend errors
 */
export type TakeControl = (
  who: Buyer,
  owner: Account,
  wish: { readonly camera: VoyeurCamera; readonly cost: number },
) => Promise<Turn>;

export function makeTakeControl(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly houses: Pick<Houses, 'read'>;
  readonly houseStore: Pick<HouseStore, 'lock'>;
  readonly store: TurnStore;
  readonly runs: Pick<RunTurns, 'lookAt'>;
  readonly wallet: Pick<Wallet, 'hold' | 'release'>;
  readonly refuse: RefuseBuyer;
  /** Unix milliseconds. */
  readonly now: () => number;
}): TakeControl {
  const { store, wallet } = deps;

  /** The place in the queue, under the house's row. */
  const queue = (id: Uuid, who: Account, owner: Account, camera: VoyeurCamera) =>
    deps.database.kysely.transaction().execute(async (transaction) => {
      await deps.houseStore.lock(transaction, owner.id);
      const open = await store.listOpenIn(owner.id, transaction);
      const waiting = open.filter(({ state }) => state === 'queued');
      const turn = { id, roomId: owner.id, viewerId: who.id, camera, tokens: VOYEUR_LIMITS.control_cost };
      const isTaken = waiting.length >= VOYEUR_LIMITS.queue_max || !(await store.add(transaction, turn));
      if (isTaken) throw new AppError('shows.control_taken');
    });

  const hold = async (id: Uuid, { caller }: Buyer, owner: Account): Promise<void> => {
    await wallet.hold({
      id,
      kind: 'voyeur',
      payer: caller.account.id,
      receiver: owner.id,
      amountTokens: VOYEUR_LIMITS.control_cost,
      sharePercent: SHOW_SHARE_PERCENT,
      machine: turnMachine(id),
      expiresAt: deps.now() + HOLD_MS,
    });
  };

  return async (who, owner, { camera, cost }) => {
    const { account } = who.caller;
    const id = deriveTransferId(`account:${account.id}:voyeur_turn`, who.key);
    const known = await store.find(id);
    if (known) return known;
    const house = await deps.houses.read(owner);
    if (cost !== VOYEUR_LIMITS.control_cost)
      throw new AppError('common.price_changed', { params: { cost: VOYEUR_LIMITS.control_cost } });
    await deps.refuse(who.caller, owner);
    const wanted = house.cameras.find(({ name }) => name === camera);
    if (wanted?.state !== 'live') throw new AppError('rooms.offline');
    if (await store.findOpenOf(account.id)) throw new AppError('shows.control_taken');
    await hold(id, who, owner);
    try {
      await queue(id, account, owner, camera);
    } catch (error) {
      // A repeat that was first has the same hold: it stays.
      if (!(await store.find(id))) await wallet.release({ holdId: id, payer: account.id });
      throw error;
    }
    await deps.runs.lookAt(owner);
    return (await store.find(id))!;
  };
}
