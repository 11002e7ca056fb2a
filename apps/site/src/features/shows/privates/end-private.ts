import type { PrivateEndReason } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';
import type { Outbox } from '#site/platform/events/index.ts';
import type { Database, Transaction } from '#site/platform/postgres/index.ts';
import type { BroadcastFeature } from '../../broadcast/index.ts';
import type { Account } from '../../identity/index.ts';
import type { RoomsFeature } from '../../rooms/index.ts';
import type { Deliveries } from '../meters/deliveries.ts';
import { tokensToHold } from '../meters/meter-rules.ts';
import type { MeterRow } from '../meters/meter-store.ts';
import type { PlaceStore } from '../place-store.ts';
import type { Pair, PrivateNews } from './private-news.ts';
import type { Private } from './private-rules.ts';
import type { PrivateChange, PrivateStore } from './private-store.ts';
import type { Meters } from '../meters/run-meters.ts';
import type { SeatRoom } from '../seat-room.ts';
import { privateOver } from '../show-facts.ts';
import type { EndedSpies, EndSpies } from '../spies/end-spies.ts';

/** Ends shows: whoever is first decides how (S19), and any node may (S311 to S313, S319). */
export interface EndPrivate {
  /**
   * From now on nothing is delivered or counted, and the room is public; then the rest is settled.
   * @returns the show as it ended, whoever ended it; undefined where it never ran
   */
  end(pair: Pair, reason: PrivateEndReason): Promise<Private | undefined>;
  /** No picture came (S307). */
  fail(pair: Pair): Promise<void>;
  /** Settles what a process left undone. */
  finish(show: Private): Promise<Private>;
}

/** Thrown to undo a change of the room for a show that is over already. */
class NotOnError extends Error {}

export function makeEndPrivate(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly outbox: Outbox;
  readonly store: PrivateStore;
  readonly places: PlaceStore;
  readonly seats: Pick<RoomsFeature['seats'], 'clear' | 'takeMetered'>;
  readonly seatRoom: SeatRoom;
  readonly broadcasts: Pick<BroadcastFeature['broadcasts'], 'endShow'>;
  readonly deliveries: Pick<Deliveries, 'deliveredOf'>;
  readonly meters: Pick<Meters, 'stop' | 'settle'>;
  readonly spies: Pick<EndSpies, 'endAll' | 'tellEnded'>;
  readonly news: PrivateNews;
  readonly isFan: (payerId: AccountId, roomId: AccountId) => Promise<boolean>;
  /** The performer can be asked again. */
  readonly onFree: (owner: Account) => void;
}): EndPrivate {
  const { store, meters } = deps;

  /** What to write at the end, from the metered amount. */
  type ChangeOf = (show: Private, meter: MeterRow) => PrivateChange;

  const endChange =
    (reason: PrivateEndReason, payerIsFan: boolean): ChangeOf =>
    (show, meter) => ({
      state: 'settling',
      reason,
      endedAt: 'now',
      payerIsFan,
      durationSeconds: Math.floor(meter.deliveredMs / 1_000),
      tokensCharged: meter.finalTokens ?? 0,
      tokensReturned: Math.max(0, tokensToHold(meter, show.prepaidSeconds) - (meter.finalTokens ?? 0)),
    });

  interface Written {
    readonly show: Private;
    readonly spies: EndedSpies;
  }

  /** @param hasRoom false: the room is closed, or another kind of show has it by now, with seats of its own */
  const write = async (
    transaction: Transaction,
    { id, changeOf, hasRoom }: { readonly id: Uuid; readonly changeOf: ChangeOf; readonly hasRoom: boolean },
  ): Promise<Written> => {
    const show = await store.lock(transaction, id);
    if (show?.state !== 'starting' && show?.state !== 'running') throw new NotOnError();
    const meter = await meters.stop(transaction, id, deps.deliveries.deliveredOf(id));
    const spies = await deps.spies.endAll(transaction, show, 'private_ended');
    if (hasRoom) await deps.seats.clear(transaction, show.roomId);
    else await deps.seats.takeMetered(transaction, show.roomId, [id, ...spies.ids]);
    await deps.places.leave(transaction, [id, ...spies.ids]);
    const { roomId, payerId } = show;
    await deps.outbox.add(transaction, privateOver, { showId: id, roomId, payerId });
    return { show: await store.change(transaction, id, changeOf(show, meter)), spies };
  };

  /** Updates room and show in one transaction; only the show if the room no longer has one. */
  const turn = async (pair: Pair, changeOf: ChangeOf, tell: (show: Private) => void) => {
    let written: Written | undefined;
    const { id } = pair.show;
    try {
      await deps.broadcasts.endShow(pair.owner, {
        mode: 'private',
        also: async (transaction) =>
          void (written = await write(transaction, { id, changeOf, hasRoom: true })),
        first: () => written && tell(written.show),
      });
      if (!written) {
        written = await deps.database.kysely
          .transaction()
          .execute((transaction) => write(transaction, { id, changeOf, hasRoom: false }));
        tell(written.show);
      }
    } catch (error) {
      if (error instanceof NotOnError) return undefined;
      throw error;
    }
    deps.outbox.nudge();
    deps.spies.tellEnded(written.spies, pair.owner);
    await deps.seatRoom(pair.owner);
    deps.onFree(pair.owner);
    return written.show;
  };

  const finish: EndPrivate['finish'] = async (show) => {
    const tokensCharged = await meters.settle(show.id);
    return deps.database.kysely.transaction().execute(async (transaction) => {
      const now = (await store.lock(transaction, show.id))!;
      return now.state === 'settling'
        ? store.change(transaction, show.id, { state: 'ended', tokensCharged })
        : now;
    });
  };

  return {
    finish,
    async end(pair, reason) {
      const isFan = await deps.isFan(pair.show.payerId, pair.show.roomId);
      const ended = await turn(pair, endChange(reason, isFan), (show) => deps.news.ended({ ...pair, show }));
      if (ended) return finish(ended);
      const before = await store.find(pair.show.id);
      if (before?.state === 'settling') return finish(before);
      return before?.state === 'ended' ? before : undefined;
    },
    async fail(pair) {
      const failed = await turn(
        pair,
        () => ({ state: 'failed', reason: 'media_failed', endedAt: 'now' }),
        (show) => deps.news.failed({ ...pair, show }, 'media_failed'),
      );
      if (failed) await meters.settle(failed.id);
    },
  };
}
