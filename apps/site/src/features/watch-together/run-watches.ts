import { type AccountId, AppError, type Uuid, uuidv7 } from '@klieg/kernel';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { AwayMs } from '../rooms/index.ts';
import { isOn, type Private, type PrivateStore } from '../shows/index.ts';
import type { WatchOf } from './watch-news.ts';
import { PROPOSAL_MS, type Side, stepWatch, type Watch, type WatchStep } from './watch-rules.ts';
import type { Watchable, WatchSource } from './watch-source.ts';
import type { WatchRow, WatchStore } from './watch-store.ts';

/** What a side does; the server stamps it when it comes. */
export type SideStep =
  | Omit<Extract<WatchStep, { kind: 'control' }>, 'by' | 'at'>
  | Omit<Extract<WatchStep, { kind: 'close' }>, 'by' | 'at'>;

/** Watches (machine 7): any node may change one; its row decides. */
export interface RunWatches {
  /**
   * By the payer. While one is proposed, the first is answered.
   * @throws shows.not_running, shows.watch_unavailable, media_library.locked
   */
  propose(owner: Account, payer: Account, mediaId: string): Promise<WatchRow>;
  /**
   * @param watchId only where the open one is this one
   * @throws shows.not_running
   */
  step(owner: Account, who: Account, step: SideStep, watchId?: Uuid): Promise<void>;
  /** The one that both watch. @throws shows.not_running for everybody else, and before it is agreed */
  activeOf(owner: Account, who: Account): Promise<WatchRow>;
  /** Proposes what a request asked for, and ends watches because of time, people or the end of a private. */
  sweep(): Promise<void>;
}

/** A node without a sign of life loses its watches after this. */
const LEASE_MS = 15_000;
const SWEPT_MAX = 500;

export function makeRunWatches(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly accounts: Pick<AccountStore, 'findById' | 'listByIds'>;
  readonly privates: Pick<PrivateStore, 'findOn' | 'lock' | 'listOnIn' | 'listWatchWishes' | 'noteWatch'>;
  readonly store: WatchStore;
  readonly source: WatchSource;
  readonly tell: (told: WatchOf) => void;
  readonly awayMs: AwayMs;
  readonly node: string;
  readonly logged: (what: string) => (error: unknown) => void;
}): RunWatches {
  const { accounts, privates, source, store } = deps;
  const inTransaction = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
    deps.database.kysely.transaction().execute(work);

  const sideIn = (show: Private | undefined, id: AccountId): Side | undefined =>
    id === show?.payerId ? 'payer' : id === show?.roomId ? 'model' : undefined;

  /** The show's row is locked first, so that none begins in one that is over. */
  const lockOn = async (transaction: Transaction, id: Uuid): Promise<Private | undefined> => {
    const show = await privates.lock(transaction, id);
    return show && isOn(show) && show.state !== 'settling' ? show : undefined;
  };

  const open = (show: Private, video: Watchable) =>
    inTransaction(async (transaction) => {
      const now = await lockOn(transaction, show.id);
      if (!now) throw new AppError('shows.not_running');
      const before = await store.lockOpen(transaction, show.id);
      if (before?.state === 'active') throw new AppError('shows.watch_unavailable');
      if (before) return { watch: before, isNew: false };
      const watch = await store.propose(transaction, {
        id: uuidv7(),
        showId: show.id,
        roomId: show.roomId,
        payerId: show.payerId,
        mediaId: video.id,
        title: video.name,
        durationMs: video.durationMs,
        expiresInMs: PROPOSAL_MS,
        node: deps.node,
        leaseMs: LEASE_MS,
      });
      await privates.noteWatch(transaction, show.id, watch.id);
      return { watch, isNew: true };
    });

  const propose: RunWatches['propose'] = async (owner, payer, mediaId) => {
    const show = await privates.findOn(owner.id);
    if (!show || sideIn(show, payer.id) !== 'payer') throw new AppError('shows.not_running');
    const video = await source.find({ payerId: payer.id, ownerId: owner.id }, mediaId);
    if (!video) throw new AppError('media_library.locked');
    const { watch, isNew } = await open(show, video);
    if (isNew) deps.tell({ watch, owner, payer });
    return watch;
  };

  /** Decides by the current row, and writes changes. */
  const decide = (showId: Uuid, stepOf: (watch: WatchRow, isOnNow: boolean) => WatchStep | undefined) =>
    inTransaction(async (transaction) => {
      const show = await lockOn(transaction, showId);
      const before = await store.lockOpen(transaction, showId);
      const step = before && stepOf(before, show !== undefined);
      if (!before || !step) return undefined;
      const after: Watch | 'not_running' = stepWatch(before, step);
      if (after === 'not_running') throw new AppError('shows.not_running');
      if (after === before) return { watch: before, isChanged: false };
      const watch = await store.save(transaction, after);
      if (after.reason !== null) await privates.noteWatch(transaction, showId, null);
      return { watch, isChanged: true };
    });

  const lookAt = async (seen: WatchRow, owner: Account, payer: Account): Promise<void> => {
    const goneMs = {
      payer: deps.awayMs(owner.username, payer.id, seen.id) ?? 0,
      model: deps.awayMs(owner.username, owner.id, seen.id) ?? 0,
    };
    const at = await store.now();
    const decided = await decide(seen.showId, (watch, isPrivateOn) =>
      watch.id === seen.id ? { kind: 'look', at, goneMs, isPrivateOn, isLed: watch.isLed } : undefined,
    );
    if (decided?.isChanged) deps.tell({ watch: decided.watch, owner, payer });
  };

  const grantWishes = async (): Promise<void> => {
    for (const { id, roomId, payerId, watchMediaId } of await privates.listWatchWishes(SWEPT_MAX)) {
      const [owner, payer] = await Promise.all([accounts.findById(roomId), accounts.findById(payerId)]);
      if (!owner || !payer || watchMediaId === null) continue;
      try {
        await propose(owner, payer, watchMediaId);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        // What cannot be watched any more is not proposed again; the payer may choose something else.
        await inTransaction(async (transaction) => {
          const show = await privates.lock(transaction, id);
          if (show?.watchMediaId === watchMediaId) await privates.noteWatch(transaction, id, show.watchId);
        });
      }
    }
  };

  return {
    propose,
    async step(owner, who, step, watchId) {
      const at = await store.now();
      const show = await privates.findOn(owner.id);
      const by = sideIn(show, who.id);
      if (!show || !by) throw new AppError('shows.not_running');
      const decided = await decide(show.id, (watch, isPrivateOn) =>
        isPrivateOn && (watchId ?? watch.id) === watch.id ? { ...step, by, at } : undefined,
      );
      if (!decided) throw new AppError('shows.not_running');
      if (!decided.isChanged) return;
      const payer = by === 'payer' ? who : await accounts.findById(show.payerId);
      if (payer) deps.tell({ watch: decided.watch, owner, payer });
    },
    async activeOf(owner, who) {
      const show = await privates.findOn(owner.id);
      const watch = sideIn(show, who.id) && (await store.listOpenIn([owner.id])).get(owner.id);
      if (watch?.showId !== show?.id || watch?.state !== 'active') throw new AppError('shows.not_running');
      return watch;
    },
    async sweep() {
      await store.renew(deps.node, LEASE_MS);
      await grantWishes();
      const watches = await store.listOpen(SWEPT_MAX);
      if (watches.length === 0) return;
      const people = await accounts.listByIds(watches.flatMap(({ roomId, payerId }) => [roomId, payerId]));
      const personOf = new Map(people.map((person) => [person.id, person]));
      for (const watch of watches) {
        const [owner, payer] = [personOf.get(watch.roomId), personOf.get(watch.payerId)];
        if (owner && payer)
          await lookAt(watch, owner, payer).catch(deps.logged('a watch could not be looked after'));
      }
    },
  };
}
