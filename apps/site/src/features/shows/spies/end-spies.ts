import type { Payload } from '@klieg/contract';
import type { Uuid } from '@klieg/kernel';
import type { Database, Transaction } from '#site/platform/postgres/index.ts';
import { type Account, accountKey, type AccountStore } from '../../identity/index.ts';
import type { RoomHub, RoomsFeature } from '../../rooms/index.ts';
import type { Deliveries } from '../meters/deliveries.ts';
import type { EndRight } from '../end-right.ts';
import type { MeterStore } from '../meters/meter-store.ts';
import type { PlaceStore } from '../place-store.ts';
import type { Private } from '../privates/private-rules.ts';
import type { Meters } from '../meters/run-meters.ts';
import type { SeatRoom } from '../seat-room.ts';
import type { Spy, SpyEndReason, SpyStore } from './spy-store.ts';

/** Spies that ended with their show. */
export interface EndedSpies {
  readonly ids: readonly Uuid[];
  readonly ends: readonly {
    readonly spy: Spy;
    readonly reason: SpyEndReason;
    readonly tokensCharged: number;
  }[];
}

/** Ends spies, individually or with their show, and settles what they owe. */
export interface EndSpies {
  /** A repeat does nothing. */
  end(owner: Account, id: Uuid, reason: SpyEndReason): Promise<void>;
  /** Ends all of a show, within the transaction that ends it. */
  endAll(transaction: Transaction, show: Private, reason: SpyEndReason): Promise<EndedSpies>;
  /** Tells and settles them. */
  tellEnded(ended: EndedSpies, owner: Account): void;
  /** Finishes what a process left undone, and ends those whose show is over (S406). */
  sweep(): Promise<void>;
}

export function makeEndSpies(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly store: SpyStore;
  readonly places: PlaceStore;
  readonly meterStore: Pick<MeterStore, 'find'>;
  readonly meters: Pick<Meters, 'stop' | 'settle'>;
  readonly deliveries: Pick<Deliveries, 'deliveredOf'>;
  readonly hub: Pick<RoomHub, 'command'>;
  readonly seats: Pick<RoomsFeature['seats'], 'take'>;
  readonly seatRoom: SeatRoom;
  readonly endRight: EndRight;
  readonly wallClock: () => number;
  readonly logged: (what: string) => (error: unknown) => void;
}): EndSpies {
  const { store, meters, places, deliveries } = deps;
  const inTransaction = deps.database.kysely.transaction.bind(deps.database.kysely);

  const tellEnd = (owner: Account, spy: Spy, reason: SpyEndReason, tokensCharged: number) =>
    deps.hub.command(owner.username, {
      kind: 'tell',
      personKey: accountKey(spy.accountId),
      name: 'v3.spy.end',
      payload: {
        seq: deps.wallClock(),
        show_id: spy.showId,
        reason,
        tokens_charged: tokensCharged,
      } satisfies Payload<'v3.spy.end'>,
    });

  const settle = async (spy: Spy): Promise<number> => {
    const meter = await deps.meterStore.find(spy.id);
    const charged = meter ? await meters.settle(spy.id) : 0;
    await store.finish(spy.id, charged);
    return charged;
  };

  /** What to write at the end of one spy; the meter says what it costs. */
  const writeEnd = async (transaction: Transaction, spy: Spy, reason: SpyEndReason): Promise<number> => {
    const meter = await deps.meterStore.find(spy.id, transaction);
    const stopped = meter && (await meters.stop(transaction, spy.id, deliveries.deliveredOf(spy.id)));
    const tokensCharged = stopped?.finalTokens ?? 0;
    const durationSeconds = Math.floor((stopped?.deliveredMs ?? 0) / 1_000);
    await store.end(transaction, spy.id, { reason, durationSeconds, tokensCharged });
    return tokensCharged;
  };

  const end = async (owner: Account, id: Uuid, reason: SpyEndReason): Promise<void> => {
    const ended = await inTransaction().execute(async (transaction) => {
      const spy = await store.lock(transaction, id);
      if (spy?.state !== 'preview' && spy?.state !== 'spying') return undefined;
      const tokensCharged = await writeEnd(transaction, spy, reason);
      await deps.seats.take(transaction, spy.roomId, accountKey(spy.accountId));
      await places.leave(transaction, [id]);
      return { spy, tokensCharged };
    });
    if (!ended) return;
    tellEnd(owner, ended.spy, reason, ended.tokensCharged);
    // What a free look may have is counted by the media, whatever is played by it.
    if (ended.spy.state === 'spying') await deps.endRight(owner.id, ended.spy.accountId);
    await deps.seatRoom(owner);
    await settle(ended.spy);
  };

  return {
    end,
    async endAll(transaction, show, reason) {
      const ends: { spy: Spy; reason: SpyEndReason; tokensCharged: number }[] = [];
      for (const spy of await store.lockAllOf(transaction, show.id))
        ends.push({ spy, reason, tokensCharged: await writeEnd(transaction, spy, reason) });
      return { ids: ends.map(({ spy }) => spy.id), ends };
    },
    tellEnded({ ends }, owner) {
      for (const { spy, reason, tokensCharged } of ends) {
        tellEnd(owner, spy, reason, tokensCharged);
        settle(spy).catch(deps.logged('a spy was left to the sweep'));
      }
    },
    async sweep() {
      for (const spy of await store.listUnsettled()) {
        const owner = await deps.accounts.findById(spy.roomId);
        if (spy.state === 'settling') await settle(spy);
        else if (owner) await end(owner, spy.id, 'private_ended');
      }
    },
  };
}
