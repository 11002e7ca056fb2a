import { AppError, type Uuid } from '@klieg/kernel';
import type { BroadcastFeature } from '../../broadcast/index.ts';
import { type Account, accountKey } from '../../identity/index.ts';
import { refuseTip } from '../../tipping/index.ts';
import type { RoomsFeature, RoomStore } from '../../rooms/index.ts';
import type { Outbox } from '#site/platform/events/index.ts';
import type { Database, Transaction } from '#site/platform/postgres/index.ts';
import type { PayerAwayMs } from './payer-away.ts';
import type { KeptApart } from './kept-apart.ts';
import { type AskPrivate, meterOfPrivate } from './ask-private.ts';
import type { MeterStore } from '../meters/meter-store.ts';
import type { Obstacles } from './obstacles.ts';
import type { PlaceStore } from '../place-store.ts';
import type { Pair, PrivateNews } from './private-news.ts';
import { ASKER_AWAY_MS, FIRST_PICTURE_MS, isOn, mayAsk, type Private } from './private-rules.ts';
import type { PrivateStore } from './private-store.ts';
import { privateAccepted } from '../show-facts.ts';
import type { Meters } from '../meters/run-meters.ts';
import type { SeatRoom } from '../seat-room.ts';

/** The performer accepts: the first minutes are held, and the room becomes theirs (S305). */
export type AcceptPrivate = (owner: Account, id: Uuid) => Promise<Private>;

export function makeAcceptPrivate(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly outbox: Outbox;
  readonly store: PrivateStore;
  readonly places: PlaceStore;
  readonly obstacles: Pick<Obstacles, 'barred'>;
  readonly meterStore: Pick<MeterStore, 'open'>;
  readonly meters: Pick<Meters, 'hold' | 'free'>;
  readonly seats: Pick<RoomsFeature['seats'], 'give' | 'clear'>;
  readonly seatRoom: SeatRoom;
  readonly broadcasts: Pick<BroadcastFeature['broadcasts'], 'beginShow'>;
  readonly rooms: Pick<RoomStore, 'get'>;
  readonly requests: Pick<AskPrivate, 'pairOf'>;
  readonly apart: KeptApart;
  readonly news: PrivateNews;
  readonly isBlockedCountry: (country: string | null) => boolean;
  readonly awayMs: PayerAwayMs;
  /** This node counts the show from now on. */
  readonly onAccepted: (show: Private) => void;
  readonly node: string;
  readonly leaseMs: number;
}): AcceptPrivate {
  const { store, meters, places, seats, news } = deps;

  /** The request ends, since it cannot be paid: the viewer learns why, the performer only that. */
  const failToPay = async (pair: Pair, error: AppError): Promise<never> => {
    const errorType = error.code.split('.')[1];
    await deps.database.kysely.transaction().execute(async (transaction) => {
      const now = await store.lock(transaction, pair.show.id);
      if (now?.state !== 'requested') return;
      await store.change(transaction, now.id, { state: 'failed', reason: errorType!, endedAt: 'now' });
      await places.leave(transaction, [now.id]);
    });
    news.failed(pair, errorType as never);
    throw new AppError('shows.viewer_cannot_pay');
  };

  /**
   * The request's hold is freed with it: nobody can accept it any more, since a repeat does not restore a freed hold.
   * @returns the show if somebody else was first
   */
  const giveUp = async (pair: Pair): Promise<Private | undefined> => {
    const { id } = pair.show;
    const now = await deps.database.kysely.transaction().execute(async (transaction) => {
      const found = await store.lock(transaction, id);
      if (found?.state !== 'requested') return found;
      await places.leave(transaction, [id]);
      return store.change(transaction, id, { state: 'expired', reason: 'offline', endedAt: 'now' });
    });
    if (now && isOn(now)) return now;
    await meters.free(meterOfPrivate(pair.show));
    if (now?.reason === 'offline') news.expired({ ...pair, show: now }, 'offline');
    return undefined;
  };

  /**
   * The show before may have left its end to the sweep: it is over in a moment. @throws common.unavailable until then
   */
  const waitForLast = async ({ id, roomId }: Private, within?: Transaction): Promise<void> => {
    const on = await store.findOn(roomId, within);
    if (on && on.id !== id)
      throw new AppError('common.unavailable', { internal: 'the show before is not settled yet' });
  };

  const refuse = async ({ owner, payer, show }: Pair): Promise<void> => {
    const apart = await deps.apart.list([{ ownerId: owner.id, accountId: payer.id }]);
    const refused = refuseTip({
      sender: payer,
      receiver: owner,
      senderCountry: payer.lastLoginCountry,
      isBlockedCountry: deps.isBlockedCountry,
    });
    const isGone = payer.suspendedAt !== null || apart.size > 0 || refused !== null;
    if (isGone || deps.awayMs({ owner, payer, show }) >= ASKER_AWAY_MS)
      throw new AppError('shows.request_gone');
  };

  /** The room, the show, its meter and its seats in one transaction. */
  const begin = async (pair: Pair): Promise<{ show: Private; others: readonly Private[] }> => {
    const { owner, payer } = pair;
    const { id } = pair.show;
    let begun: { show: Private; others: readonly Private[] } | undefined;
    await deps.broadcasts.beginShow(owner, {
      mode: 'private',
      async also(transaction) {
        const now = await store.lock(transaction, id);
        const isBarred = (await deps.obstacles.barred(transaction, [owner.id])).size > 0;
        if (now?.state !== 'requested' || isBarred) throw new AppError('shows.request_gone');
        await waitForLast(now, transaction);
        await deps.meterStore.open(transaction, meterOfPrivate(now));
        await seats.clear(transaction, owner.id);
        await seats.give(transaction, owner.id, accountKey(payer.id), { seat: 'member', meterId: id });
        const others = await store.expireOthers(transaction, owner.id, id);
        await places.leave(
          transaction,
          others.map((other) => other.id),
        );
        const show = await store.change(transaction, id, { state: 'starting', startsInMs: FIRST_PICTURE_MS });
        await store.claim(transaction, id, deps.node, deps.leaseMs);
        const { roomId, payerId, withCam2cam } = show;
        await deps.outbox.add(transaction, privateAccepted, { showId: id, roomId, payerId, withCam2cam });
        begun = { show, others };
      },
    });
    return begun!;
  };

  return async (owner, id) => {
    const request = await store.find(id);
    if (!request || request.roomId !== owner.id) throw new AppError('shows.request_gone');
    if (isOn(request) || request.state === 'ended') return request;
    const pair = await deps.requests.pairOf(request);
    const isOpen = request.state === 'requested' && request.expiresAt > (await store.now());
    // A room waiting for its picture also keeps its requests waiting (S303).
    const { status } = await deps.rooms.get(owner.id);
    if (!pair || !isOpen || !mayAsk(status, owner.settings)) throw new AppError('shows.request_gone');
    await refuse(pair);
    await waitForLast(request);
    const meter = meterOfPrivate(request);
    try {
      await meters.hold(meter, request.prepaidSeconds);
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'common.unavailable') throw error;
      // Its hold has been released: the request was given up at the same time.
      if (error.code === 'common.idempotency_key_reused') throw new AppError('shows.request_gone');
      return failToPay(pair, error);
    }
    try {
      const { show, others } = await begin(pair);
      deps.outbox.nudge();
      deps.onAccepted(show);
      await deps.seatRoom(owner);
      for (const other of others) {
        const its = await deps.requests.pairOf(other);
        if (its) news.expired(its, 'taken');
      }
      return show;
    } catch (error) {
      // A second press that was first has the same hold: it stays. So it does where the outcome is unknown.
      if (!(error instanceof AppError) || error.code === 'common.unavailable') throw error;
      const begun = await giveUp(pair);
      if (begun) return begun;
      throw error.code === 'broadcast.not_live' ? new AppError('shows.request_gone') : error;
    }
  };
}
