import { shareOf } from '@klieg/contract/features/tip-split/split-limits';
import { type AccountId, AppError, type Uuid } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import type { BlockStore } from '../blocks/index.ts';
import type { Account } from '../identity/index.ts';
import { deriveTransferId } from '../ledger/index.ts';
import { isOpenToAll, type RoomRow, type RoomStore } from '../rooms/index.ts';
import { refuseTip } from '../tipping/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { ChangeSplit } from './change-split.ts';
import {
  askForPart,
  cancelSplit,
  dropPart,
  leaveSplit,
  partOf,
  seatPart,
  SPLIT_MS,
  type Split,
  type SplitPart,
} from './split-rules.ts';
import type { SplitStore } from './split-store.ts';

/** Somebody who gives a part. */
export interface Splitter {
  readonly key: Uuid;
  readonly account: Account;
  readonly country: string | null;
}

/** What people do with tip splits. Each gives the split as it is then. */
export interface TakePart {
  /** S803. @throws spend errors, tipping.split_running, tipping.split_in_private, rooms.offline */
  propose(
    who: Splitter,
    room: Account,
    wish: { readonly amount: number; readonly splitters: number; readonly comment: string | null },
  ): Promise<void>;
  /** S804; a second join returns the first. @throws spend errors, tipping.split_gone, tipping.split_changed */
  join(who: Splitter, room: Account, splitAmount: number): Promise<void>;
  /** S807. @throws tipping.split_gone */
  leave(account: Account, room: Account): Promise<void>;
  /** S806; by the proposer, or with the right to moderate the room. @throws tipping.split_gone, common.forbidden */
  cancel(account: Account, room: Account, canModerate: boolean): Promise<void>;
}

/** An ended split releases by itself; this is for one that nobody answers for any more. */
const HOLD_MARGIN_MS = 60_000;

const MACHINE = 'tip_split:';

/** How holds name the split that answers for them. */
export const machineOf = (id: Uuid): string => `${MACHINE}${id}`;
/** The split for such a name. */
export const splitOfMachine = (machine: string): Uuid => machine.slice(MACHINE.length) as Uuid;

/** True where a split may be open: on air, and everybody sees the same show. */
export const isPublicShow = (row: Pick<RoomRow, 'status' | 'previousStatus'>): boolean =>
  row.status !== 'offline' && isOpenToAll(row);

export function makeTakePart(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly store: SplitStore;
  readonly rooms: Pick<RoomStore, 'keep'>;
  readonly wallet: Pick<Wallet, 'hold'>;
  readonly blocks: Pick<BlockStore, 'listApart'>;
  readonly changes: ChangeSplit;
  readonly isBlockedCountry: (country: string | null) => boolean;
}): TakePart {
  const { database, store, rooms, wallet, changes } = deps;

  const refuseSpend = async ({ account, country }: Splitter, receiver: Account): Promise<void> => {
    const { isBlockedCountry } = deps;
    const refused = refuseTip({ sender: account, receiver, senderCountry: country, isBlockedCountry });
    if (refused) throw new AppError(refused);
    // They would take a seat that the settlement takes back, and the split would never end.
    const apart = await deps.blocks.listApart([[account.id, receiver.id]]);
    if (apart.size > 0) throw new AppError('tipping.target_closed');
  };

  /** The hold is named in the row; the ledger holds it, and then it takes its seat. */
  const holdAndSeat = async (split: Split, { holdId, accountId }: SplitPart): Promise<Split | undefined> => {
    try {
      await wallet.hold({
        id: holdId,
        kind: 'tip',
        payer: accountId,
        receiver: split.roomId,
        amountTokens: split.splitAmount,
        machine: machineOf(split.id),
        expiresAt: split.expiresAt + HOLD_MARGIN_MS,
      });
    } catch (error) {
      // Where it is not known whether they are held, the part stays until the sweep gives it up.
      if (error instanceof AppError && error.code !== 'common.unavailable')
        await changes.change(split.id, (now) => dropPart(now, holdId));
      throw error;
    }
    return changes.change(split.id, (now, at) => seatPart(now, holdId, at));
  };

  /** Opens the row under the room's lock, or finds the one that the same call opened before it died. */
  const begin = (split: Split, key: Pick<Account, 'id'>): Promise<Split> =>
    database.kysely.transaction().execute(async (transaction) => {
      const known = await store.lock(transaction, split.id);
      if (known) return known;
      const row = await rooms.keep(transaction, key.id);
      if (row.status === 'offline') throw new AppError('rooms.offline');
      if (!isPublicShow(row)) throw new AppError('tipping.split_in_private');
      const now = await store.now(transaction);
      const opening = {
        ...split,
        parts: split.parts.map((part) => ({ ...part, at: now })),
        expiresAt: now + SPLIT_MS,
      };
      if (!(await store.begin(transaction, opening))) throw new AppError('tipping.split_running');
      return opening;
    });

  /** Names the hold of somebody who wants a seat. */
  const ask = (
    roomId: AccountId,
    askOf: (split: Split) => { accountId: AccountId; holdId: Uuid; splitAmount: number },
  ) =>
    database.kysely.transaction().execute(async (transaction) => {
      const split = await store.lockRunning(transaction, roomId);
      const asked = split && askForPart(split, askOf(split), await store.now(transaction));
      if (asked === undefined) return undefined;
      if (typeof asked === 'string') throw new AppError(asked);
      if (asked !== split) await store.save(transaction, asked);
      return asked;
    });

  /** Changes the one that runs in a room. */
  const changeRunning = async (
    room: Account,
    turn: (split: Split, now: number) => Split | string,
  ): Promise<void> => {
    const [shown] = await store.listShown([room.id]);
    if (!shown) throw new AppError('tipping.split_gone');
    await changes.change(shown.id, (split, now) => {
      const next = turn(split, now);
      if (typeof next === 'string') throw new AppError(next);
      return next;
    });
  };

  return {
    async propose(who, room, { amount, splitters, comment }) {
      await refuseSpend(who, room);
      const { id: proposerId } = who.account;
      const holdId = deriveTransferId(`account:${proposerId}:tip_split_part`, who.key);
      const split = await begin(
        {
          id: deriveTransferId(`account:${proposerId}:tip_split`, who.key),
          roomId: room.id,
          proposerId,
          state: 'opening',
          targetSplitters: splitters,
          splitAmount: shareOf(amount, splitters),
          comment,
          parts: [{ accountId: proposerId, holdId, state: 'asked', at: 0 }],
          expiresAt: 0,
          endedAt: null,
          isClosed: false,
          news: 0,
        },
        room,
      );
      const part = partOf(split, proposerId);
      if (part?.state === 'asked') await holdAndSeat(split, part);
    },
    async join(who, room, splitAmount) {
      await refuseSpend(who, room);
      const accountId = who.account.id;
      const holdOf = (split: Split) =>
        deriveTransferId(`account:${accountId}:tip_split_part:${split.id}`, who.key);
      const split = await ask(room.id, (running) => ({ accountId, holdId: holdOf(running), splitAmount }));
      if (!split) {
        // The answer to the press that took the last seat may have been lost.
        const [shown] = await store.listShown([room.id]);
        if (shown?.state === 'success' && partOf(shown, accountId)?.holdId === holdOf(shown)) return;
        throw new AppError('tipping.split_gone');
      }
      const part = partOf(split, accountId)!;
      const seated = part.state === 'asked' ? await holdAndSeat(split, part) : split;
      if (!seated || partOf(seated, accountId)?.holdId !== part.holdId)
        throw new AppError('tipping.split_gone');
    },
    leave: (account, room) => changeRunning(room, (split, now) => leaveSplit(split, account.id, now)),
    cancel: (account, room, canModerate) =>
      changeRunning(room, (split, now) => {
        if (split.state !== 'proposed') return 'tipping.split_gone';
        if (!canModerate && account.id !== split.proposerId) return 'common.forbidden';
        return cancelSplit(split, now);
      }),
  };
}
