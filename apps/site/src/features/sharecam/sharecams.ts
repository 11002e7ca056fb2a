import { type AccountId, AppError, type Uuid, uuidv7 } from '@klieg/kernel';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { BlockStore } from '../blocks/index.ts';
import type { CameraGrant, Cameras } from '../cameras/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { RoomStore } from '../rooms/index.ts';
import type { ReadRooms } from './read-rooms.ts';
import type { Pair, SharecamNews } from './sharecam-news.ts';
import {
  camerasMax,
  type Ending,
  isOn,
  mayShare,
  REQUESTS_MAX,
  type RoomSight,
  type Sharecam,
  type SharecamEnd,
} from './sharecam-rules.ts';
import type { SharecamStore } from './sharecam-store.ts';

/** Somebody with the login session that what they send and watch ends with. */
export interface SharecamCaller {
  readonly account: Account;
  readonly sessionId: string;
}

/** Requests and cameras, from the first word to the end (S601 to S605). Any node may end one; the first end counts. */
export interface Sharecams {
  /** An open request is answered again. @throws shows.sharecam_unavailable, shows.already_requested */
  ask(who: SharecamCaller, owner: Account, hasSound: boolean): Promise<Sharecam>;
  /**
   * The right to watch it, a fresh one each time. @throws shows.request_gone, shows.sharecam_unavailable where the
   * performer has reached the limit
   */
  accept(owner: SharecamCaller, id: Uuid): Promise<CameraGrant>;
  /** @throws shows.request_gone */
  decline(owner: Account, id: Uuid): Promise<void>;
  /** The right to send it. @throws shows.request_gone */
  publish(viewer: SharecamCaller, owner: Account, id: Uuid): Promise<CameraGrant>;
  /** Ends what this viewer has open in the room, whatever it is. */
  stop(owner: Account, viewer: Account, by: 'user_ended' | 'model_ended' | 'removed'): Promise<void>;
  /** A private requested with the camera accepts it as well; one already running becomes part of it (S605). */
  joinPrivate(of: {
    readonly roomId: AccountId;
    readonly payerId: AccountId;
    readonly showId: Uuid;
    readonly withCam2cam: boolean;
  }): Promise<void>;
  /** There is a picture for the first time. */
  noteReady(id: Uuid): Promise<void>;
  /** Ends one, where it still is as it was seen. */
  end(it: Sharecam, ending: Ending): Promise<void>;
  pairOf(it: Sharecam): Promise<Pair | undefined>;
}

const gone = () => new AppError('shows.request_gone');

export function makeSharecams(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly blocks: Pick<BlockStore, 'listApart'>;
  readonly rooms: Pick<RoomStore, 'keep'>;
  readonly store: SharecamStore;
  readonly cameras: Cameras;
  readonly readRooms: ReadRooms;
  readonly news: SharecamNews;
}): Sharecams {
  const { accounts, store, cameras, news } = deps;
  const inTransaction = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
    deps.database.kysely.transaction().execute(work);

  const sightOf = async (owner: Account) => (await deps.readRooms([owner]))[0]!;

  const pairOf: Sharecams['pairOf'] = async (it) => {
    const [owner, viewer] = await Promise.all([accounts.findById(it.roomId), accounts.findById(it.viewerId)]);
    return owner && viewer && { it, owner, viewer };
  };

  /** Ends it where it is still as it was seen. @returns it as it ended */
  const write = (seen: Sharecam, ending: Ending) =>
    inTransaction(async (transaction) => {
      const now = await store.lock(transaction, seen.id);
      if (now?.state !== seen.state) return undefined;
      const reason = 'reason' in ending ? ending.reason : null;
      const ended = await store.end(transaction, seen.id, { state: ending.state, reason });
      return { ended, closed: await cameras.close(transaction, [seen.id]) };
    });

  const end: Sharecams['end'] = async (seen, ending) => {
    const written = await write(seen, ending);
    if (!written) return;
    cameras.tellClosed(written.closed);
    const pair = await pairOf(written.ended);
    if (!pair) return;
    if (ending.state === 'ended') news.ended(pair, ending.reason);
    else news.lapsed(pair, ending.state === 'expired' ? 'expired' : ending.reason);
  };

  /** Whatever it is by the time that the row is locked. */
  const endWhole = async (it: Sharecam, reason: SharecamEnd): Promise<void> => {
    await end(it, { state: it.state === 'asked' ? 'canceled' : 'ended', reason });
    const now = await store.find(it.id);
    if (now && (now.state === 'asked' || isOn(now))) await endWhole(now, reason);
  };

  const openCamera = (transaction: Transaction, { id, viewerId, roomId, hasSound }: Sharecam) =>
    cameras.open(transaction, { id, ownerId: viewerId, hasSound }, [roomId]);

  /**
   * Locks the room's row first (S18), so that what is counted stays true. Undefined if already accepted.
   * @param seen the room as it was before: if it has changed since, check again
   */
  const acceptIn = (owner: Account, id: Uuid, seen: { readonly room: RoomSight; readonly now: number }) =>
    inTransaction(async (transaction) => {
      const row = await deps.rooms.keep(transaction, owner.id);
      const now = await store.lock(transaction, id);
      if (now && isOn(now)) return undefined;
      const { room } = seen;
      const isLate = now?.state !== 'asked' || now.expiresAt <= seen.now;
      if (isLate || row.status !== room.status || !mayShare(room, now.viewerId)) throw gone();
      const others = (await store.listOpenIn(transaction, owner.id)).filter(isOn);
      if (others.length >= camerasMax(room)) throw new AppError('shows.sharecam_unavailable');
      await openCamera(transaction, now);
      return store.accept(transaction, id, room.show?.id ?? null);
    });

  const tellStart = async (pair: Pair): Promise<void> => {
    const { it, viewer } = pair;
    const by = it.login === null ? undefined : { account: viewer, sessionId: it.login };
    news.start(pair, by && (await cameras.grantSending(it.id, by))?.token);
  };

  const ask: Sharecams['ask'] = async ({ account, sessionId }, owner, hasSound) => {
    const known = await store.findOpenOf(account.id);
    if (known?.roomId === owner.id && known.state === 'asked') return known;
    if (known) throw new AppError('shows.already_requested');
    const [room, apart] = await Promise.all([
      sightOf(owner),
      deps.blocks.listApart([[account.id, owner.id]]),
    ]);
    if (!mayShare(room, account.id) || apart.size > 0) throw new AppError('shows.sharecam_unavailable');
    const request = { id: uuidv7(), roomId: owner.id, viewerId: account.id, hasSound, login: sessionId };
    const it = await inTransaction(async (transaction) => {
      await deps.rooms.keep(transaction, owner.id);
      const open = await store.listOpenIn(transaction, owner.id);
      if (open.filter(({ state }) => state === 'asked').length >= REQUESTS_MAX)
        throw new AppError('shows.sharecam_unavailable');
      return store.open(transaction, { ...request, showId: null, state: 'asked' });
    });
    // Two presses at once: the first one's request is the answer to both.
    if (!it) return ask({ account, sessionId }, owner, hasSound);
    news.requested({ it, owner, viewer: account }, 'pending');
    return it;
  };

  return {
    end,
    pairOf,
    ask,
    async accept(by, id) {
      const seen = await store.find(id);
      if (!seen || seen.roomId !== by.account.id) throw gone();
      if (seen.state === 'asked') {
        const [room, now] = await Promise.all([sightOf(by.account), store.now()]);
        const it = await acceptIn(by.account, id, { room, now });
        const pair = it && (await pairOf(it));
        if (pair) {
          news.requested(pair, 'canceled');
          news.accepted(pair);
          await tellStart(pair);
        }
      }
      const grant = await cameras.grantWatching(id, by);
      if (!grant) throw gone();
      return grant;
    },
    async decline(owner, id) {
      const seen = await store.find(id);
      if (!seen || seen.roomId !== owner.id) throw gone();
      if (seen.state === 'declined') return;
      if (seen.state !== 'asked') throw gone();
      const it = await inTransaction(async (transaction) => {
        const now = await store.lock(transaction, id);
        if (now?.state !== 'asked') throw gone();
        return store.end(transaction, id, { state: 'declined', reason: null });
      });
      const pair = await pairOf(it);
      if (!pair) return;
      news.requested(pair, 'canceled');
      news.declined(pair);
    },
    async publish(viewer, owner, id) {
      const it = await store.find(id);
      const isOwn = it?.viewerId === viewer.account.id && it.roomId === owner.id;
      const grant = isOwn && isOn(it) ? await cameras.grantSending(id, viewer) : undefined;
      if (!grant) throw gone();
      return grant;
    },
    async stop(owner, viewer, reason) {
      const it = await store.findOpenOf(viewer.id);
      if (it?.roomId === owner.id) await endWhole(it, reason);
    },
    async joinPrivate({ roomId, payerId, showId, withCam2cam }) {
      const known = await store.findOpenOf(payerId);
      if (known && known.roomId !== roomId) return;
      if (known && isOn(known))
        return inTransaction((transaction) => store.joinShow(transaction, known.id, showId));
      if (!withCam2cam) return;
      const it = await inTransaction(async (transaction) => {
        if (known) await store.end(transaction, known.id, { state: 'canceled', reason: null });
        const opened = await store.open(transaction, {
          id: uuidv7(),
          roomId,
          viewerId: payerId,
          hasSound: false,
          login: null,
          showId,
          state: 'accepted',
        });
        if (opened) await openCamera(transaction, opened);
        return opened;
      });
      const pair = it && (await pairOf(it));
      if (pair) await tellStart(pair);
    },
    async noteReady(id) {
      const it = await store.noteReady(id);
      const pair = it && (await pairOf(it));
      if (pair) news.ready(pair);
    },
  };
}
