import { type AccountId, randomToken } from '@klieg/kernel';
import type { Kit } from '../../platform/kit.ts';
import type { BlocksFeature } from '../blocks/index.ts';
import type { BroadcastFeature } from '../broadcast/index.ts';
import type { FanClubFeature } from '../fan-club/index.ts';
import type { Account, IdentityFeature } from '../identity/index.ts';
import type { LedgerFeature } from '../ledger/index.ts';
import type { RatingsFeature } from '../ratings/index.ts';
import type { RoomsFeature } from '../rooms/index.ts';
import type { SessionsFeature } from '../sessions/index.ts';
import type { SettingsFeature } from '../settings/index.ts';
import type { WalletFeature } from '../wallet/index.ts';
import { makeDeliveries } from './meters/deliveries.ts';
import { makeDiscountStore } from './prices/discount-store.ts';
import { makeEndRight } from './end-right.ts';
import { makeKeptApart } from './privates/kept-apart.ts';
import { makeExtensionStore } from './privates/extension-store.ts';
import { makeLineStore } from './privates/line-store.ts';
import { makeObstacles } from './privates/obstacles.ts';
import { makeMeterStore } from './meters/meter-store.ts';
import { makePlaceStore } from './place-store.ts';
import { makePrivateNews } from './privates/private-news.ts';
import { makePrivateRecordings } from './privates/private-recordings.ts';
import { makePrivateStore } from './privates/private-store.ts';
import { makeMeters } from './meters/run-meters.ts';
import { makeSeatRoom } from './seat-room.ts';
import { makeSpyStore } from './spies/spy-store.ts';
import { makeWatchWishes } from './privates/watch-wishes.ts';

/** What shows take of other features. */
export interface ShowUses {
  readonly identity: IdentityFeature;
  readonly ledger: LedgerFeature;
  readonly wallet: WalletFeature;
  readonly rooms: RoomsFeature;
  readonly blocks: BlocksFeature;
  readonly broadcast: BroadcastFeature;
  readonly ratings: RatingsFeature;
  readonly fanClub: FanClubFeature;
  readonly sessions: SessionsFeature;
  readonly settings: SettingsFeature;
  /** Countries that may neither buy nor tip. */
  readonly isBlockedCountry: (country: string | null) => boolean;
  readonly publicUrl: string;
}

export type ShowParts = ReturnType<typeof makeShowParts>;

/** What all shows share: stores, meters, news, and who is where. */
export function makeShowParts(kit: Kit, uses: ShowUses) {
  const { bus, clock, database, feed, logged } = kit;
  const { hub, rooms, seats, submitSurely } = uses.rooms;
  const { wallet } = uses.wallet;
  const { ledger } = uses.ledger;
  const now = () => performance.now();
  const wallClock = () => clock.now();
  const meterStore = makeMeterStore(database);
  const deliveries = makeDeliveries(bus, now);
  const privates = makePrivateStore(database);
  const { broadcasts, showRecordings: recordings, spyPreview } = uses.broadcast;
  return {
    database,
    accounts: uses.identity.accounts,
    apart: makeKeptApart({ blocks: uses.blocks.blocks, sanctions: uses.rooms.sanctions }),
    broadcasts,
    spyPreview,
    hub,
    submitSurely,
    rooms,
    seats,
    wallet,
    ledger,
    isBlockedCountry: uses.isBlockedCountry,
    isFan: async (payerId: AccountId, roomId: AccountId) =>
      (await uses.fanClub.rights.levelOf(payerId, roomId)) !== null,
    isFreeFor: (viewer: Account, owner: Account) => uses.fanClub.rights.spiesForFree(viewer.id, owner.id),
    node: randomToken(9),
    now,
    wallClock,
    logged,
    privates,
    privateRecordings: makePrivateRecordings({ recordings, store: privates, logged }),
    spyStore: makeSpyStore(database),
    meterStore,
    places: makePlaceStore(database),
    discounts: makeDiscountStore(database),
    obstacles: makeObstacles(),
    watchWishes: makeWatchWishes(),
    lines: makeLineStore(database),
    extensions: makeExtensionStore(database),
    deliveries,
    meters: makeMeters({ store: meterStore, wallet, ledger, deliveries, now: wallClock }),
    news: makePrivateNews({ feed, hub, submitSurely, now: wallClock }),
    endRight: makeEndRight({ rooms, sessions: uses.sessions.sessions, broadcasts }),
    seatRoom: makeSeatRoom({ hub, rooms, seats }),
    feed,
    notices: kit.notices,
    outbox: kit.outbox,
  };
}
