import type { PrivateType } from '@klieg/contract';
import { AppError, type Uuid } from '@klieg/kernel';
import type { Database } from '#site/platform/postgres/index.ts';
import type { Account, AccountStore } from '../../identity/index.ts';
import { deriveTransferId } from '../../ledger/index.ts';
import type { RoomStore } from '../../rooms/index.ts';
import { refuseTip } from '../../tipping/index.ts';
import type { DiscountStore } from '../prices/discount-store.ts';
import type { KeptApart } from './kept-apart.ts';
import type { Meter } from '../meters/meter-rules.ts';
import type { Obstacles } from './obstacles.ts';
import type { PlaceStore } from '../place-store.ts';
import type { Pair, PrivateNews } from './private-news.ts';
import {
  type ExpiryReason,
  expiryOf,
  mayAsk,
  priceOf,
  type Private,
  REQUEST_MS,
  REQUESTS_MAX,
} from './private-rules.ts';
import type { PrivateStore } from './private-store.ts';
import type { Meters } from '../meters/run-meters.ts';

/** Somebody who asks for a private, and their id for the request. */
export interface Asker {
  readonly key: Uuid;
  readonly account: Account;
  readonly country: string | null;
}

export interface PrivateWish {
  readonly type: PrivateType;
  readonly source: string;
  /** The price that was shown; absent: any. */
  readonly price: number | undefined;
  readonly withCam2cam: boolean;
  /** A recording is wanted, which the payer keeps. */
  readonly withRecording: boolean;
  readonly message: string | null;
  /** What to propose for watching together once the performer accepts. */
  readonly watchMediaId: string | null;
}

/** Requests for a private, until they are answered (S302 to S304). */
export interface AskPrivate {
  /** @throws shows.private_unavailable, already_requested, in_show, no_recording, common.price_changed, spend errors */
  ask(who: Asker, owner: Account, wish: PrivateWish): Promise<Private>;
  /** Takes an open request back. @throws shows.request_gone */
  cancel(payer: Account, id: Uuid): Promise<'expired' | 'starting'>;
  /** @throws shows.request_gone */
  decline(owner: Account, id: Uuid): Promise<void>;
  /** Ends requests that have expired or whose room no longer allows them; `isAway` says who has left. */
  sweep(isAway: (pair: Pair) => boolean): Promise<void>;
  /** A request ends without an answer; one that is no longer open stays as it is. */
  expire(show: Private, reason: ExpiryReason): Promise<void>;
  pairOf(show: Private): Promise<Pair | undefined>;
}

/** A private's meter has the show's own id. */
export const meterOfPrivate = (
  show: Pick<Private, 'id' | 'payerId' | 'roomId' | 'price' | 'prepaidSeconds'>,
): Meter => ({
  id: show.id,
  showId: show.id,
  kind: 'private',
  payerId: show.payerId,
  receiverId: show.roomId,
  price: show.price,
  aheadSeconds: show.prepaidSeconds,
  startupTokens: 0,
});

const SWEPT_MAX = 500;

export function makeAskPrivate(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly accounts: Pick<AccountStore, 'findById' | 'listByIds'>;
  readonly apart: KeptApart;
  readonly rooms: Pick<RoomStore, 'get' | 'keep' | 'listOf'>;
  readonly store: PrivateStore;
  readonly places: PlaceStore;
  readonly discounts: Pick<DiscountStore, 'rateOf'>;
  readonly obstacles: Pick<Obstacles, 'barred'>;
  readonly meters: Pick<Meters, 'check'>;
  readonly news: PrivateNews;
  readonly isBlockedCountry: (country: string | null) => boolean;
}): AskPrivate {
  const { accounts, database, store, places, rooms, news } = deps;

  const pairOf: AskPrivate['pairOf'] = async (show) => {
    const [owner, payer] = await Promise.all([
      accounts.findById(show.roomId),
      accounts.findById(show.payerId),
    ]);
    return owner && payer && { show, owner, payer };
  };

  const inTransaction = database.kysely.transaction.bind(database.kysely);

  /** Ends an open request; undefined if it is not open. */
  const close = (id: Uuid, state: 'expired' | 'declined', reason: string) =>
    inTransaction().execute(async (transaction) => {
      const show = await store.lock(transaction, id);
      if (show?.state !== 'requested') return undefined;
      await places.leave(transaction, [id]);
      return store.change(transaction, id, { state, reason, endedAt: 'now' });
    });

  const expire: AskPrivate['expire'] = async (show, reason) => {
    const closed = await close(show.id, 'expired', reason);
    const pair = closed && (await pairOf(closed));
    if (pair) news.expired(pair, reason);
  };

  const open = (who: Asker, owner: Account, request: Parameters<PrivateStore['ask']>[1]) =>
    inTransaction().execute(async (transaction) => {
      // S18: the room's row first, then the place of the account, then the request.
      const isOpen = mayAsk((await rooms.keep(transaction, owner.id)).status, owner.settings);
      if (!isOpen || (await deps.obstacles.barred(transaction, [owner.id])).size > 0)
        throw new AppError('shows.private_unavailable');
      const place = { placeId: request.id, kind: 'private', roomId: owner.id } as const;
      const taken = await places.take(transaction, who.account.id, place);
      if (taken) {
        const other = taken.kind === 'private' ? await store.lock(transaction, taken.placeId) : undefined;
        throw new AppError(other?.state === 'requested' ? 'shows.already_requested' : 'shows.in_show');
      }
      await store.ask(transaction, request);
    });

  return {
    pairOf,
    expire,
    async ask(who, owner, { type, source, price: shown, withCam2cam, withRecording, message, watchMediaId }) {
      const id = deriveTransferId(`account:${who.account.id}:private`, who.key);
      const known = await store.find(id);
      if (known) return known;
      const refused = refuseTip({
        sender: who.account,
        receiver: owner,
        senderCountry: who.country,
        isBlockedCountry: deps.isBlockedCountry,
      });
      if (refused) throw new AppError(refused);
      const [room, rate, apart, requests] = await Promise.all([
        rooms.get(owner.id),
        deps.discounts.rateOf(owner.id),
        deps.apart.list([{ ownerId: owner.id, accountId: who.account.id }]),
        store.listRequests(owner.id),
      ]);
      if (!mayAsk(room.status, owner.settings) || apart.size > 0 || requests.length >= REQUESTS_MAX)
        throw new AppError('shows.private_unavailable');
      if (withRecording && !owner.settings.private_recording) throw new AppError('shows.no_recording');
      const price = priceOf(owner.settings, type, rate);
      if (shown !== undefined && shown !== price)
        throw new AppError('common.price_changed', { params: { cost_per_minute: price } });
      const request = {
        id,
        roomId: owner.id,
        payerId: who.account.id,
        type,
        source,
        price,
        prepaidSeconds: owner.settings.private_min_minutes * 60,
        withCam2cam,
        withRecording,
        message,
        watchMediaId,
        expiresInMs: REQUEST_MS,
      };
      await deps.meters.check(meterOfPrivate(request), request.prepaidSeconds);
      await open(who, owner, request);
      const show = (await store.find(id))!;
      news.requested({ show, owner, payer: who.account });
      return show;
    },
    async cancel(payer, id) {
      const show = await store.find(id);
      if (!show || show.payerId !== payer.id) throw new AppError('shows.request_gone');
      if (show.state === 'starting') return 'starting';
      const isRepeat = show.state === 'expired' && show.reason === 'canceled';
      if (show.state !== 'requested' && !isRepeat)
        throw new AppError('shows.request_gone', { params: { state: show.state } });
      await expire(show, 'canceled');
      return 'expired';
    },
    async decline(owner, id) {
      const show = await store.find(id);
      if (!show || show.roomId !== owner.id) throw new AppError('shows.request_gone');
      if (show.state === 'declined') return;
      const closed = await close(id, 'declined', 'declined');
      if (!closed) throw new AppError('shows.request_gone');
      const payer = await accounts.findById(closed.payerId);
      if (payer) news.declined({ show: closed, owner, payer });
    },
    async sweep(isAway) {
      const open = await store.listAllRequests(SWEPT_MAX);
      if (open.length === 0) return;
      const roomIds = open.map(({ roomId }) => roomId);
      const [now, rows, people, apart, barred] = await Promise.all([
        store.now(),
        rooms.listOf(roomIds),
        accounts.listByIds(open.flatMap(({ roomId, payerId }) => [roomId, payerId])),
        deps.apart.list(open.map(({ roomId, payerId }) => ({ ownerId: roomId, accountId: payerId }))),
        inTransaction().execute((transaction) => deps.obstacles.barred(transaction, roomIds)),
      ]);
      const personOf = new Map(people.map((person) => [person.id, person]));
      for (const [at, show] of open.entries()) {
        const [owner, payer] = [personOf.get(show.roomId), personOf.get(show.payerId)];
        if (!owner || !payer) continue;
        const isCanceled = payer.suspendedAt !== null || apart.has(at) || isAway({ show, owner, payer });
        const isEnabled = owner.settings.private_enabled && !barred.has(show.roomId);
        const room = { status: rows[at]!.status, isEnabled };
        const reason = isCanceled ? 'canceled' : expiryOf(show, now, room);
        if (reason) await expire(show, reason);
      }
    },
  };
}
