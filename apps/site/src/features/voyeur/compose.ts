import type { AccountId, Uuid } from '@klieg/kernel';
import { HOUR_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { BlocksFeature } from '../blocks/index.ts';
import type { BroadcastFeature } from '../broadcast/index.ts';
import type { CamerasFeature } from '../cameras/index.ts';
import { type IdentityFeature, isApprovedModel } from '../identity/index.ts';
import type { LedgerFeature } from '../ledger/index.ts';
import type { RelaysFeature } from '../relays/index.ts';
import { makeAwayClock, type RoomsFeature } from '../rooms/index.ts';
import { machineOf, type ShowsFeature } from '../shows/index.ts';
import type { WalletFeature } from '../wallet/index.ts';
import { makeBuyTime } from './buy-time.ts';
import { makeFindRight } from './find-right.ts';
import { followRooms, makeVoyeurReaders } from './follow-rooms.ts';
import { makeFindPutOut } from './guard-viewers.ts';
import { makeHouseStore } from './house-store.ts';
import { makeHouses } from './houses.ts';
import { makeLookStore } from './look-store.ts';
import { makeRefuseBuyer } from './refuse-buyer.ts';
import { makeVoyeurSnapshot, voyeurPart } from './room-part.ts';
import { makeRunLooks } from './run-looks.ts';
import { makeRunTimes } from './run-times.ts';
import { makeRunTurns, turnMachine } from './run-turns.ts';
import { makeTakeControl } from './take-control.ts';
import { makeTimeStore } from './time-store.ts';
import { makeTurnStore } from './turn-store.ts';
import { makeVoyeurDeskHandlers } from './voyeur-desk.http.ts';
import { makeVoyeurNews } from './voyeur-news.ts';
import { makeVoyeurHandlers } from './voyeur.http.ts';

const LOOK_MS = 1_000;
const SWEEP_MS = 2_000;
/** Stands for the login session when an encoder sends by a key. */
const KEY_SESSION = 'voyeur_key';

interface Uses {
  readonly identity: IdentityFeature;
  readonly audit: Pick<AuditFeature, 'auditLog'>;
  readonly ledger: LedgerFeature;
  readonly wallet: WalletFeature;
  readonly rooms: RoomsFeature;
  readonly blocks: BlocksFeature;
  readonly broadcast: BroadcastFeature;
  readonly cameras: CamerasFeature;
  readonly shows: ShowsFeature;
  readonly isBlockedCountry: (country: string | null) => boolean;
  readonly media: { readonly rtmpUrl: string | null };
  readonly relays: Pick<RelaysFeature, 'iceServersOf'>;
}

export type VoyeurFeature = ReturnType<typeof composeVoyeur>;

type Parts = ReturnType<typeof makeParts>;

/** Stores, and what the use cases share. */
function makeParts(kit: Kit, uses: Uses) {
  const { bus, clock, database, logged } = kit;
  const { accounts } = uses.identity;
  const { access, hub, rooms, sanctions, submitSurely } = uses.rooms;
  const { deliveries, meters, meterStore } = uses.shows;
  const { blocks } = uses.blocks;
  const { bans, broadcasts } = uses.broadcast;
  const { cameras } = uses.cameras;
  const now = () => clock.now();
  const turns = makeTurnStore(database);
  const houseStore = makeHouseStore(database);
  const news = makeVoyeurNews({ hub, submitSurely, now });
  const houses = makeHouses({
    database,
    accounts,
    store: houseStore,
    turns,
    cameras,
    bans,
    broadcasts,
    news,
  });
  return {
    bus,
    database,
    logged,
    accounts,
    access,
    hub,
    rooms,
    bans,
    blocks,
    broadcasts,
    deliveries,
    meters,
    meterStore,
    wallet: uses.wallet.wallet,
    ledger: uses.ledger.ledger,
    now,
    houseStore,
    houses,
    news,
    turns,
    times: makeTimeStore(database),
    looks: makeLookStore(database),
    refuse: makeRefuseBuyer({ blocks, isBlockedCountry: uses.isBlockedCountry }),
    findPutOut: makeFindPutOut({ accounts, blocks, sanctions }),
    awayMs: makeAwayClock(hub, () => performance.now()),
  };
}

function composeRuns(parts: Parts) {
  const { times, looks, turns } = parts;
  const runTimes = makeRunTimes({ ...parts, store: times, now: () => performance.now() });
  const runLooks = makeRunLooks({ ...parts, store: looks });
  const runTurns = makeRunTurns({ ...parts, store: turns });
  return { runTimes, runLooks, runTurns };
}

/** The key of a camera, shown by an encoder, switches it on. */
const makeExchangeKey =
  ({ accounts, bans, houseStore, houses }: Parts) =>
  async (key: string): Promise<string | undefined> => {
    const found = await houseStore.findByKey(key);
    const owner = found && (await accounts.findById(found.roomId));
    if (!owner?.isVoyeurCam || !isApprovedModel(owner) || owner.suspendedAt !== null) return undefined;
    // As for suspended people: a useless key looks like a nonexistent one.
    if (await bans.find(owner.id)) return undefined;
    const { grant } = await houses.open(owner, found!.name, KEY_SESSION);
    return grant.token;
  };

/** Manages all houses: cameras that expire, turns that are over, and who is next. */
const makeTendAll =
  ({ accounts, houseStore, houses, logged }: Parts, { runTurns }: ReturnType<typeof composeRuns>) =>
  async (): Promise<void> => {
    const owners = await accounts.listByIds(await houseStore.listOpen());
    for (const owner of owners) {
      await houses.tend(owner).catch(logged('a house could not be tended'));
      await runTurns.lookAt(owner).catch(logged('turns in a house could not be led'));
    }
  };

const choresOf = (
  parts: Parts,
  runs: ReturnType<typeof composeRuns>,
  tendAll: () => Promise<void>,
): readonly Chore[] => [
  { failure: 'houses could not be tended', everyMs: LOOK_MS, on: 'each', run: tendAll },
  { failure: 'time in houses could not be counted', everyMs: LOOK_MS, on: 'each', run: runs.runTimes.look },
  { failure: 'free looks could not be guarded', everyMs: LOOK_MS, on: 'one', run: runs.runLooks.look },
  { failure: 'time in houses could not be settled', everyMs: SWEEP_MS, on: 'one', run: runs.runTimes.sweep },
  { failure: 'turns in houses could not be settled', everyMs: SWEEP_MS, on: 'one', run: runs.runTurns.sweep },
  { failure: 'old free looks could not be dropped', everyMs: HOUR_MS, on: 'one', run: parts.looks.prune },
  { failure: 'old time in houses could not be dropped', everyMs: HOUR_MS, on: 'one', run: parts.times.prune },
  { failure: 'old turns could not be dropped', everyMs: HOUR_MS, on: 'one', run: parts.turns.prune },
];

/** Rooms that show a house by several cameras (machine 31). */
export function composeVoyeur(kit: Kit, uses: Uses) {
  const parts = makeParts(kit, uses);
  const { accounts, houses, times, turns, looks, deliveries } = parts;
  const runs = composeRuns(parts);

  // A house leaves no place for shows of any kind (SHOWS-046).
  uses.shows.obstacles.add(accounts.findVoyeurCams);
  uses.broadcast.serveHousesBy({
    findRight: makeFindRight({
      houses,
      times,
      looks,
      deliveredOf: (id) => deliveries.deliveredOf(id as Uuid),
    }),
    async findStream(owner, camera) {
      const { cameras, shown } = await houses.read(owner);
      const wanted = camera === undefined ? shown : cameras.find(({ name }) => name === camera);
      return wanted?.streamName ?? undefined;
    },
    exchangeKey: makeExchangeKey(parts),
  });
  uses.cameras.onCamera(({ id }) => houses.tendCamera(id));
  uses.ledger.liveMachines.answerFor('voyeur', async (machines) => {
    const ids = await times.listLive(machines.map((machine) => machine.slice('voyeur:'.length) as Uuid));
    return new Set(ids.map((id) => machineOf({ kind: 'voyeur', id })));
  });
  uses.ledger.liveMachines.answerFor('voyeur_turn', async (machines) => {
    const ids = machines.map((machine) => machine.slice('voyeur_turn:'.length) as Uuid);
    return new Set((await turns.listLive(ids)).map(turnMachine));
  });
  parts.hub.addSnapshotPart(makeVoyeurSnapshot({ accounts, houses, now: parts.now }));
  followRooms(kit, { ...parts, ...runs });

  return {
    roomPart: voyeurPart,
    /** The cameras of houses, as facets for lists: `camera:kitchen`. */
    async readCardFacets(models: readonly { readonly id: AccountId; readonly isVoyeurCam: boolean }[]) {
      const houses = models.filter(({ isVoyeurCam }) => isVoyeurCam).map(({ id }) => id);
      const names =
        houses.length > 0 ? await parts.houseStore.listNames(houses) : new Map<AccountId, never[]>();
      return models.map(({ id }) => (names.get(id) ?? []).map((name) => `camera:${name}` as const));
    },
    handlers: {
      ...makeVoyeurHandlers({
        ...parts,
        ...runs,
        buyTime: makeBuyTime({ ...parts, store: times }),
        takeControl: makeTakeControl({ ...parts, store: turns, runs: runs.runTurns }),
        rtmpUrl: () => uses.media.rtmpUrl,
        iceServersOf: uses.relays.iceServersOf,
      }),
      ...makeVoyeurDeskHandlers({ ...parts, auditLog: uses.audit.auditLog }),
    },
    factReaders: makeVoyeurReaders(parts),
    chores: choresOf(parts, runs, makeTendAll(parts, runs)),
    stop: runs.runLooks.close,
  };
}
