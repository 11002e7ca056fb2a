import type { Payload, PrivateStats, Room } from '@klieg/contract';
import { type AccountId, toInstant } from '@klieg/kernel';
import { askByKey } from '../../platform/postgres/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { RoomPart, RoomSession } from '../rooms/index.ts';
import type { Deliveries } from './meters/deliveries.ts';
import type { Discount, DiscountStore } from './prices/discount-store.ts';
import { chargedAfter, stepsDue } from './meters/meter-rules.ts';
import { type Pair, presentOutside, presentRequest, presentToStreamer } from './privates/private-news.ts';
import type { ReadOpenShows } from './open-shows-store.ts';
import { prepaidLeft, priceOf, type Private } from './privates/private-rules.ts';
import type { PrivateStore } from './privates/private-store.ts';
import type { RunPrivates } from './privates/run-privates.ts';
import type { Spies } from './spies/spies.ts';

export const presentDiscount = (
  { rate, secondsLeft }: Discount,
  owner: Account,
): NonNullable<Room['privateDiscount']> => ({
  discountRate: rate,
  timeLeftInSecond: secondsLeft,
  privatePricePerMinuteInToken: priceOf(owner.settings, 'private', rate),
});

/** A private as its own people see it. */
export function presentStats(show: Private, deliveredMs: number): PrivateStats {
  const steps = stepsDue(deliveredMs);
  return {
    privatePrepaidTimeLeftSeconds: prepaidLeft(show, deliveredMs),
    duration_seconds: Math.floor(deliveredMs / 1_000),
    tokens_charged: chargedAfter({ price: show.price, startupTokens: 0 }, steps),
    cost_per_minute: show.price,
    started_at: toInstant(new Date(show.startedAt ?? 0)),
    type: show.type,
    source: show.source,
    watch_id: show.watchId,
    with_cam2cam: show.withCam2cam,
  };
}

const isOf = ({ payerId, roomId }: Private, id: AccountId | undefined): boolean =>
  id === payerId || id === roomId;

type Key = 'privateStats' | 'privateDiscount' | 'viewer.spy_free';

interface Deps {
  readonly store: Pick<PrivateStore, 'listOnIn'>;
  readonly discounts: Pick<DiscountStore, 'listOf'>;
  readonly deliveries: Pick<Deliveries, 'deliveredOf'>;
  readonly isFreeFor: (viewer: Account, owner: Account) => Promise<boolean>;
}

/** What a room's answer says of its shows. */
export const makeShowsPart = ({ store, discounts, deliveries, isFreeFor }: Deps): RoomPart<Key> => ({
  empty: { privateStats: null, privateDiscount: null, 'viewer.spy_free': false },
  async read(asks) {
    const running = asks.filter(({ row }) => row.status === 'private' || row.previousStatus === 'private');
    const [shows, rates] = await Promise.all([
      store.listOnIn(running.map(({ owner }) => owner.id)),
      discounts.listOf(asks.map(({ owner }) => owner.id)),
    ]);
    const showOf = new Map(shows.map((show) => [show.roomId, show]));
    return Promise.all(
      asks.map(async ({ owner, caller }) => {
        const [show, discount] = [showOf.get(owner.id), rates.get(owner.id)];
        const isInside = show?.state === 'running' && isOf(show, caller.account?.id);
        return {
          ...(isInside && { privateStats: presentStats(show, deliveries.deliveredOf(show.id)) }),
          ...(discount && { privateDiscount: presentDiscount(discount, owner) }),
          ...(caller.account && { 'viewer.spy_free': await isFreeFor(caller.account, owner) }),
        };
      }),
    );
  },
});

type Snapshot = Partial<Payload<'v3.room.snapshot'>>;

/** The same for a page that connects by its socket, or has missed something: as the events would have told it. */
export function makeShowsSnapshot(
  deps: Pick<Deps, 'deliveries'> & {
    readonly readOpenShows: ReadOpenShows;
    readonly accounts: Pick<AccountStore, 'listByIds'>;
    readonly runs: Pick<RunPrivates, 'standOf'>;
    readonly spies: Pick<Spies, 'tickOf'>;
    readonly wallClock: () => number;
  },
) {
  /** The part that is the same for everybody in a room; empty for most rooms. */
  const readRoom = askByKey(async (roomIds: readonly AccountId[]) => {
    const open = await deps.readOpenShows(roomIds);
    const shows = [...open.values()].flatMap(({ show, requests }) => [...(show ? [show] : []), ...requests]);
    const ids = [...open.keys(), ...shows.map(({ payerId }) => payerId)];
    const people = ids.length === 0 ? [] : await deps.accounts.listByIds(ids);
    const personOf = new Map(people.map((person) => [person.id, person]));
    return new Map([...open].map(([id, its]) => [id, { ...its, owner: personOf.get(id), personOf }]));
  });

  const presentShow = (pair: Pair, me: AccountId | undefined): object => {
    const { show } = pair;
    if (!isOf(show, me)) return presentOutside(pair);
    const stand = deps.runs.standOf(show.id);
    const deliveredMs = deps.deliveries.deliveredOf(show.id);
    const stats = presentStats(show, deliveredMs);
    return {
      ...presentToStreamer(pair, { deliveredMs, chargedTokens: stats.tokens_charged }),
      ...stats,
      started_at: show.startedAt ?? 0,
      ...(me === show.payerId && stand && { remaining_seconds: stand.remainingSeconds }),
    };
  };

  return async ({ room, person }: RoomSession): Promise<Snapshot> => {
    const found = await readRoom(room.ownerId);
    if (!found?.owner) return {};
    const { owner, show, discount, personOf } = found;
    const me = person.caller.account?.id;
    const payer = show && personOf.get(show.payerId);
    const now = deps.wallClock();
    const requests = found.requests.flatMap((request) => {
      const asker = personOf.get(request.payerId);
      return asker && isOf(request, me)
        ? [{ ...presentRequest({ show: request, owner, payer: asker }, now) }]
        : [];
    });
    const spy = me === undefined || !show ? undefined : await deps.spies.tickOf(me, owner);
    return {
      ...(payer &&
        show.state === 'running' && { privateStats: { ...presentShow({ show, owner, payer }, me) } }),
      ...(discount && { privateDiscount: { ...presentDiscount(discount, owner) } }),
      ...(requests.length > 0 && { requests }),
      ...(spy && { spy: { ...spy } }),
    };
  };
}
