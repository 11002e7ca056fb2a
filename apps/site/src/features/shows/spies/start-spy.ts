import { AppError, type Uuid } from '@klieg/kernel';
import type { Database } from '#site/platform/postgres/index.ts';
import type { BroadcastFeature } from '../../broadcast/index.ts';
import { type Account, accountKey } from '../../identity/index.ts';
import { deriveTransferId } from '../../ledger/index.ts';
import type { RoomHub, RoomsFeature, RoomStore } from '../../rooms/index.ts';
import type { SiteCaller } from '../../sessions/index.ts';
import { refuseTip } from '../../tipping/index.ts';
import type { EndSpies } from './end-spies.ts';
import type { KeptApart } from '../privates/kept-apart.ts';
import { INTERVAL_SECONDS, type Meter } from '../meters/meter-rules.ts';
import type { MeterStore } from '../meters/meter-store.ts';
import type { PlaceStore } from '../place-store.ts';
import type { Private } from '../privates/private-rules.ts';
import type { PrivateStore } from '../privates/private-store.ts';
import type { Meters } from '../meters/run-meters.ts';
import type { SeatRoom } from '../seat-room.ts';
import { FIRST_SPY_PICTURE_MS, maySpyOn, meterOfSpy, PREVIEW_LIFE_MS } from './spy-rules.ts';
import type { Spy, SpyStore } from './spy-store.ts';

export interface SpyStart {
  readonly costPerMinute: number;
  readonly isFree: boolean;
  readonly previewSeconds: number;
  readonly startupTip: number;
}

/** Somebody who wants to spy, and their id for the request. */
export interface Looker {
  readonly key: Uuid;
  readonly caller: SiteCaller & { readonly account: Account };
}

/**
 * Begins to look into a private (S401, S402). @throws shows.spy_unavailable, shows.in_show, common.price_changed, spend
 * errors
 */
export type StartSpy = (
  who: Looker,
  owner: Account,
  wish: { readonly isPreview: boolean; readonly price: number | undefined },
) => Promise<SpyStart>;

export function makeStartSpy(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly apart: KeptApart;
  readonly store: SpyStore;
  readonly privates: Pick<PrivateStore, 'findOn'>;
  readonly places: PlaceStore;
  readonly meterStore: Pick<MeterStore, 'open' | 'find'>;
  readonly meters: Pick<Meters, 'hold' | 'free'>;
  readonly rooms: Pick<RoomStore, 'get' | 'keep'>;
  readonly hub: Pick<RoomHub, 'command'>;
  readonly seats: Pick<RoomsFeature['seats'], 'give'>;
  readonly ends: Pick<EndSpies, 'end'>;
  readonly seatRoom: SeatRoom;
  readonly spyPreview: BroadcastFeature['spyPreview'];
  readonly isBlockedCountry: (country: string | null) => boolean;
  /** Free for these levels of the fan club (SHOWS-054). */
  readonly isFreeFor: (viewer: Account, owner: Account) => Promise<boolean>;
  readonly wallClock: () => number;
}): StartSpy {
  const { store, meters, places, ends } = deps;
  const inTransaction = deps.database.kysely.transaction.bind(deps.database.kysely);

  const refuse = async ({ caller }: Looker, owner: Account): Promise<void> => {
    const refused = refuseTip({
      sender: caller.account,
      receiver: owner,
      senderCountry: caller.country,
      isBlockedCountry: deps.isBlockedCountry,
    });
    if (refused) throw new AppError(refused);
    const apart = await deps.apart.list([{ ownerId: owner.id, accountId: caller.account.id }]);
    if (apart.size > 0) throw new AppError('shows.spy_unavailable');
  };

  /** The row, the place and the seat, while the private surely runs. */
  const open = (
    owner: Account,
    spy: Pick<Spy, 'id' | 'showId' | 'roomId' | 'accountId' | 'state' | 'isFree'> & {
      readonly endsInMs: number;
    },
    meter: Meter | undefined,
  ) =>
    inTransaction().execute(async (transaction) => {
      const row = await deps.rooms.keep(transaction, owner.id);
      const show = await deps.privates.findOn(owner.id, transaction);
      if (show?.id !== spy.showId || !maySpyOn(row.status, owner.settings, show, spy.accountId))
        throw new AppError('shows.spy_unavailable');
      const place = { placeId: spy.id, kind: 'spy', roomId: owner.id } as const;
      if (await places.take(transaction, spy.accountId, place)) throw new AppError('shows.in_show');
      // A look that is over is not begun again by its own key.
      if (!(await store.begin(transaction, spy))) throw new AppError('shows.spy_unavailable');
      if (!meter) return;
      await deps.meterStore.open(transaction, meter);
      const seat = { seat: 'spy', meterId: spy.id } as const;
      await deps.seats.give(transaction, owner.id, accountKey(spy.accountId), seat);
    });

  const startPreview = async (who: Looker, owner: Account, id: Uuid, show: Private): Promise<SpyStart> => {
    const started = await deps.spyPreview.start(who.caller, owner, show.id);
    if (!started.ok) throw new AppError('shows.spy_unavailable');
    const { account } = who.caller;
    const its = { id, showId: show.id, roomId: owner.id, accountId: account.id } as const;
    await open(owner, { ...its, state: 'preview', isFree: true, endsInMs: PREVIEW_LIFE_MS }, undefined);
    const { grant } = started;
    deps.hub.command(owner.username, {
      kind: 'tell',
      personKey: accountKey(account.id),
      name: 'v3.stream.token',
      payload: {
        seq: deps.wallClock(),
        stream_name: grant.streamName,
        token: grant.token,
        expires_at: grant.expiresAt,
        renditions: [...grant.renditions],
        mode: grant.mode,
      },
    });
    return {
      costPerMinute: owner.settings.spy_cost,
      isFree: true,
      previewSeconds: started.seconds,
      startupTip: 0,
    };
  };

  const startPaid = async (who: Looker, owner: Account, id: Uuid, show: Private): Promise<SpyStart> => {
    const { account } = who.caller;
    const cost = owner.settings.spy_cost;
    const [isFree, hasPaidStartup] = await Promise.all([
      deps.isFreeFor(account, owner),
      store.hasPaidStartup(account.id, owner.id),
    ]);
    const its = { id, showId: show.id, roomId: owner.id, accountId: account.id } as const;
    const meter = meterOfSpy(its, { price: isFree ? 0 : cost, hasPaidStartup: isFree || hasPaidStartup });
    await meters.hold(meter, INTERVAL_SECONDS);
    try {
      await open(owner, { ...its, state: 'spying', isFree, endsInMs: FIRST_SPY_PICTURE_MS }, meter);
    } catch (error) {
      if (!(await store.find(id))) await meters.free(meter);
      throw error;
    }
    await deps.seatRoom(owner);
    return { costPerMinute: cost, isFree, previewSeconds: 0, startupTip: meter.startupTokens };
  };

  const answerOf = async ({ id, isFree }: Spy, costPerMinute: number): Promise<SpyStart> => {
    const meter = await deps.meterStore.find(id);
    return { costPerMinute, isFree, previewSeconds: 0, startupTip: meter?.startupTokens ?? 0 };
  };

  return async (who, owner, { isPreview, price }) => {
    const { account } = who.caller;
    const id = deriveTransferId(`account:${account.id}:spy`, who.key);
    await refuse(who, owner);
    const [row, show] = await Promise.all([deps.rooms.get(owner.id), deps.privates.findOn(owner.id)]);
    if (!show || !maySpyOn(row.status, owner.settings, show, account.id))
      throw new AppError('shows.spy_unavailable');
    const cost = owner.settings.spy_cost;
    if (price !== undefined && price !== cost)
      throw new AppError('common.price_changed', { params: { cost_per_minute: cost } });
    const [place, known] = await Promise.all([places.find(account.id), store.find(id)]);
    const running = place?.kind === 'spy' ? await store.find(place.placeId) : undefined;
    if (running && running.showId === show.id && running.state === 'spying') return answerOf(running, cost);
    // A repeat has no second effect, also where what it began is over (S5).
    if (known && known.state !== 'preview') return answerOf(known, cost);
    // A second press ends the free look and begins the paid one.
    if (running?.state === 'preview' && !isPreview) await ends.end(owner, running.id, 'preview_over');
    else if (place) throw new AppError('shows.in_show');
    return isPreview ? startPreview(who, owner, id, show) : startPaid(who, owner, id, show);
  };
}
