import type { Uuid } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { AwayMs } from '../rooms/index.ts';
import { deriveTransferId, type Ledger } from '../ledger/index.ts';
import { SHOW_SHARE_PERCENT } from '../shows/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { FindPutOut } from './guard-viewers.ts';
import type { HouseStore } from './house-store.ts';
import type { Houses, HouseSight } from './houses.ts';
import type { TurnStore } from './turn-store.ts';
import type { VoyeurNews } from './voyeur-news.ts';
import { callNext, chargeOfTurn, isOpen, type Turn, type TurnEnd, turnEndOf } from './voyeur-rules.ts';

/** How holds name the turn that answers for them. */
export const turnMachine = (id: Uuid): string => `voyeur_turn:${id}`;

/** Turns at the camera that everybody sees, one at a time (S1905 to S1907). Any node may lead them. */
export interface RunTurns {
  /** Ends what is over in a house, and calls the next person. */
  lookAt(owner: Account): Promise<void>;
  /** Ends somebody's turn, in any state. A repeat does nothing. */
  end(turn: Turn, reason: TurnEnd): Promise<void>;
  /** Finishes what a process left undone. */
  sweep(): Promise<void>;
}

export function makeRunTurns(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly houses: Pick<Houses, 'read' | 'tend'>;
  readonly houseStore: Pick<HouseStore, 'lock'>;
  readonly store: TurnStore;
  readonly wallet: Pick<Wallet, 'capture' | 'release'>;
  readonly ledger: Pick<Ledger, 'machinesWithHolds'>;
  readonly findPutOut: FindPutOut;
  readonly awayMs: AwayMs;
  readonly news: Pick<VoyeurNews, 'shown'>;
}): RunTurns {
  const { accounts, houses, store, wallet } = deps;
  const inTransaction = deps.database.kysely.transaction.bind(deps.database.kysely);

  /** Pays what it costs under a name of its own, and frees the rest. */
  const settle = async (turn: Turn): Promise<void> => {
    const amountTokens = turn.tokensCharged ?? 0;
    const paid =
      amountTokens > 0
        ? await wallet.capture({
            id: deriveTransferId('voyeur_turn:pay', turn.id),
            holdId: turn.id,
            kind: 'voyeur',
            payer: turn.viewerId,
            receiver: turn.roomId,
            sharePercent: SHOW_SHARE_PERCENT,
            amountTokens,
            isLast: true,
            note: { ref: { type: 'voyeur_turn', id: turn.id } },
          })
        : undefined;
    if (!paid) await wallet.release({ holdId: turn.id, payer: turn.viewerId });
    await store.finish(turn.id);
  };

  const tellTurns = async (owner: Account): Promise<void> => {
    const { shown, turns } = await houses.read(owner);
    const turn = turns.find(({ state }) => state === 'running');
    const holder = turn && (await accounts.findById(turn.viewerId));
    deps.news.shown(owner, shown?.name ?? null, turn, holder);
  };

  const end: RunTurns['end'] = async (turn, reason) => {
    const now = await store.now();
    const ended = await inTransaction().execute(async (transaction) => {
      await deps.houseStore.lock(transaction, turn.roomId);
      const open = await store.listOpenIn(turn.roomId, transaction);
      const known = open.find(({ id }) => id === turn.id);
      if (!known) return undefined;
      const tokensCharged = chargeOfTurn(known, reason, now);
      await store.end(transaction, known.id, reason, tokensCharged);
      return { ...known, tokensCharged };
    });
    if (!ended) return;
    await settle(ended);
    const owner = await accounts.findById(turn.roomId);
    if (!owner?.isVoyeurCam) return;
    await houses.tend(owner);
    if (ended.state === 'running') await tellTurns(owner);
  };

  const isThere = ({ cameras }: HouseSight, { camera }: Turn): boolean =>
    cameras.some(({ name, state }) => name === camera && state === 'live');

  const endOver = async (owner: Account, house: HouseSight): Promise<boolean> => {
    const [now, putOut, holds] = await Promise.all([
      store.now(),
      deps.findPutOut(house.turns),
      deps.ledger.machinesWithHolds(house.turns.map(({ id }) => turnMachine(id))),
    ]);
    let isChanged = false;
    for (const [at, turn] of house.turns.entries()) {
      const reason = turnEndOf(turn, {
        now,
        isAllowed: !putOut[at],
        isRoomOpen: owner.isVoyeurCam && owner.suspendedAt === null && isOpen(house.cameras),
        isCameraThere: isThere(house, turn),
        isHeld: holds.has(turnMachine(turn.id)),
      });
      if (reason) await end(turn, reason);
      isChanged ||= reason !== undefined;
    }
    return isChanged;
  };

  /** Where nobody has the control, the first of the queue has it. @returns whether anything has changed */
  const begin = (owner: Account, next: Turn) =>
    inTransaction().execute(async (transaction) => {
      await deps.houseStore.lock(transaction, owner.id);
      const [first] = await store.listOpenIn(owner.id, transaction);
      // Another node was first.
      if (first?.id !== next.id || first.state !== 'queued') return false;
      await store.begin(transaction, first.id);
      return true;
    });

  const call = async (owner: Account, house: HouseSight): Promise<void> => {
    const [next] = house.turns;
    if (next?.state !== 'queued') return;
    // A node without the room cannot know; another one that has it looks as well.
    const awayMs = deps.awayMs(owner.username, next.viewerId, next.id);
    if (awayMs === undefined) return;
    const wanted = callNext(next, { isCameraThere: isThere(house, next), awayMs });
    if (wanted === 'end') return end(next, 'absent');
    if (wanted === 'to_the_end')
      return inTransaction().execute((transaction) => store.toTheEnd(transaction, next.id));
    if (wanted === 'wait' || !(await begin(owner, next))) return;
    await houses.tend(owner);
    await tellTurns(owner);
  };

  const lookAt: RunTurns['lookAt'] = async (owner) => {
    const asVoyeur = { ...owner, isVoyeurCam: true };
    const house = await houses.read(asVoyeur);
    if (house.turns.length === 0) return;
    const isChanged = await endOver(owner, house);
    if (owner.isVoyeurCam) await call(owner, isChanged ? await houses.read(owner) : house);
  };

  return {
    lookAt,
    end,
    async sweep() {
      for (const turn of await store.listUnsettled()) await settle(turn);
    },
  };
}
