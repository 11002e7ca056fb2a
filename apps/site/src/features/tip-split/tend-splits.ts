import type { AccountId, Uuid } from '@klieg/kernel';
import type { FactReader } from '../../platform/events/index.ts';
import { when } from '../../platform/events/index.ts';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { wentOffline } from '../broadcast/index.ts';
import type { FeedReader } from '../ledger/index.ts';
import type { RoomStore } from '../rooms/index.ts';
import type { ChangeSplit } from './change-split.ts';
import type { ListKeptOut } from './kept-out.ts';
import { cancelSplit, FORSAKEN_MS, loseHold, passTime, type Split } from './split-rules.ts';
import type { SplitRow, SplitStore } from './split-store.ts';
import { isPublicShow } from './take-part.ts';

/** What happens to splits without anybody's press. */
export interface TendSplits {
  /** Ends those whose time is over or whose room has changed, and does what a process that died left undone. */
  sweep(): Promise<void>;
  /** The same for one room, at once. */
  look(roomId: AccountId): Promise<void>;
  /** A hold that was voided from outside frees its seat (S807). */
  readonly feedReader: FeedReader;
  /** A broadcast that ends cancels (S806). */
  readonly factReader: FactReader;
  stop(): void;
}

const SWEPT_MAX = 500;
/** The transaction that changed it commits within this, or the sweep finds it. */
const SOON_MS = 40;

export function makeTendSplits(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly store: SplitStore;
  readonly rooms: Pick<RoomStore, 'get' | 'listOf'>;
  readonly changes: ChangeSplit;
  readonly listKeptOut: ListKeptOut;
  readonly logged: (what: string) => (error: unknown) => void;
}): TendSplits {
  const { store, rooms, changes, logged } = deps;
  const timers = new Set<NodeJS.Timeout>();

  const finishSoon = (id: Uuid) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      changes.finish(id).catch(logged('a tip split was left to the sweep'));
    }, SOON_MS).unref();
    timers.add(timer);
  };

  /** Changes the room's split within another transaction. */
  const changeWithin = async (
    transaction: Transaction,
    roomId: AccountId,
    turn: (split: Split, now: number) => Split,
  ) => {
    const split = await store.lockRunning(transaction, roomId);
    if (!split) return;
    const next = turn(split, await store.now(transaction));
    if (next === split) return;
    await store.save(transaction, next);
    finishSoon(split.id);
  };

  const tend = async (row: SplitRow, room: { readonly isPublicShow: boolean }, now: number) => {
    await changes.change(row.id, (split, at) => passTime(split, room, at));
    const keptOut = row.state === 'proposed' ? await deps.listKeptOut(row) : new Set<Uuid>();
    if (keptOut.size > 0)
      await changes.change(row.id, (split, at) =>
        [...keptOut].reduce((left, holdId) => loseHold(left, holdId, at), split),
      );
    if (now - row.changedAt >= FORSAKEN_MS) await changes.finish(row.id);
  };

  return {
    async sweep() {
      const { rows, now } = await store.listUnrested(SWEPT_MAX);
      const roomRows = await rooms.listOf(rows.map(({ roomId }) => roomId));
      for (const [index, row] of rows.entries())
        await tend(row, { isPublicShow: isPublicShow(roomRows[index]!) }, now).catch(
          logged('a tip split could not be tended'),
        );
    },
    async look(roomId) {
      const [shown] = await store.listShown([roomId]);
      const room = { isPublicShow: isPublicShow(await rooms.get(roomId)) };
      if (shown) await changes.change(shown.id, (split, now) => passTime(split, room, now));
    },
    feedReader: {
      name: 'tip_split.holds',
      from: 'now',
      concerns: ({ event }) => event === 'voided',
      async handle(roomId, items, transaction) {
        const voided = items.filter(({ event }) => event === 'voided').map(({ id }) => id);
        if (voided.length === 0) return;
        await changeWithin(transaction, roomId, (split, now) =>
          voided.reduce((left, holdId) => loseHold(left, holdId, now), split),
        );
      },
    },
    factReader: {
      name: 'tip_split.broadcasts',
      on: [
        when(wentOffline, ({ accountId }, transaction) =>
          changeWithin(transaction, accountId, (split, now) => cancelSplit(split, now)),
        ),
      ],
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
