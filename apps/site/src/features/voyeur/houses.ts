import { VOYEUR_CAMERAS, type VoyeurCamera } from '@klieg/contract/features/voyeur/limits';
import { type AccountId, AppError, type Uuid, uuidv7 } from '@klieg/kernel';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { BroadcastFeature } from '../broadcast/index.ts';
import type { Camera, CameraGrant, Cameras } from '../cameras/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { CameraRow, HouseRow, HouseStore } from './house-store.ts';
import type { TurnStore } from './turn-store.ts';
import type { VoyeurNews } from './voyeur-news.ts';
import { type HouseCamera, isOpen, lapsedOf, shownOf, type Turn } from './voyeur-rules.ts';

/** A house as it is now. */
export interface HouseSight {
  readonly home: VoyeurCamera | null;
  /** All four, in their order. */
  readonly cameras: readonly HouseCamera[];
  /** The turn that runs first, then those that wait. */
  readonly turns: readonly Turn[];
  readonly shown: HouseCamera | undefined;
}

/**
 * The cameras of houses: which are on, which one everybody sees, and the room that is open while there is a picture.
 */
export interface Houses {
  /** @throws shows.no_voyeur_room */
  read(owner: Account): Promise<HouseSight>;
  /** Switches a camera on; a repeat is the right to send the same. @throws shows.no_voyeur_room, broadcast.banned */
  open(
    owner: Account,
    name: VoyeurCamera,
    sessionId: string,
  ): Promise<{ readonly id: Uuid; readonly grant: CameraGrant }>;
  /** A repeat does nothing. */
  close(owner: Account, names: readonly VoyeurCamera[]): Promise<void>;
  setHome(owner: Account, name: VoyeurCamera): Promise<void>;
  /** Makes room, viewers and lists fit what the cameras are now. Safe on several nodes at once. */
  tend(owner: Account): Promise<void>;
  /** The same by a changed camera; cameras of other features are ignored. */
  tendCamera(id: Uuid): Promise<void>;
  /** Viewers must ask for the right again. */
  rotate(owner: Account): Promise<void>;
}

const stateOf = (camera: Camera | undefined): HouseCamera['state'] =>
  camera === undefined || camera.state === 'closed' ? 'off' : camera.state;

const cameraOf = (name: VoyeurCamera, row: CameraRow | undefined, known: Camera | undefined): HouseCamera => {
  const state = stateOf(known);
  return {
    name,
    id: state === 'off' ? null : (row?.id ?? null),
    state,
    streamName: state === 'off' ? null : known!.streamName,
    openedAt: known?.openedAt ?? 0,
    goneAt: known?.goneAt ?? null,
    tail: row?.tail ?? null,
  };
};

export function makeHouses(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly store: HouseStore;
  readonly turns: Pick<TurnStore, 'listOpenIn' | 'now'>;
  readonly cameras: Cameras;
  readonly bans: BroadcastFeature['bans'];
  readonly broadcasts: Pick<BroadcastFeature['broadcasts'], 'setHouse'>;
  readonly news: Pick<VoyeurNews, 'shown'>;
}): Houses {
  const { accounts, cameras, store, turns } = deps;
  const inTransaction = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
    deps.database.kysely.transaction().execute(work);

  const sightOf = async (
    owner: Account,
    house: HouseRow | undefined,
    within?: Transaction,
  ): Promise<HouseSight> => {
    const rows = await store.listCameras(owner.id, within);
    const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]));
    const [known, open] = await Promise.all([cameras.list(ids, within), turns.listOpenIn(owner.id, within)]);
    const all = VOYEUR_CAMERAS.map((name) => {
      const row = rows.find((one) => one.name === name);
      return cameraOf(name, row, row?.id ? known.get(row.id) : undefined);
    });
    const controlled = open.find(({ state }) => state === 'running')?.camera;
    const home = house?.home ?? null;
    return { home, cameras: all, turns: open, shown: shownOf(all, home, controlled) };
  };

  const refuseOthers = (owner: Account): void => {
    if (!owner.isVoyeurCam) throw new AppError('shows.no_voyeur_room');
  };

  const read: Houses['read'] = async (owner) => {
    refuseOthers(owner);
    return sightOf(owner, await store.find(owner.id));
  };

  const close: Houses['close'] = async (owner, names) => {
    const closed = await inTransaction(async (transaction) => {
      await store.lock(transaction, owner.id);
      const rows = await store.listCameras(owner.id, transaction);
      const on = rows.filter(({ id, name }) => id !== null && names.includes(name));
      for (const { name } of on) await store.setCamera(transaction, owner.id, name, null);
      return cameras.close(
        transaction,
        on.map(({ id }) => id!),
      );
    });
    cameras.tellClosed(closed);
    await tend(owner);
  };

  /**
   * Stores which camera everybody sees now. The previous one gets a fresh name, for which nobody has a token.
   * @returns what has changed for viewers
   */
  const settleShown = (owner: Account) =>
    inTransaction(async (transaction) => {
      const house = await store.lock(transaction, owner.id);
      const sight = await sightOf(owner, house, transaction);
      const { shown } = sight;
      if (house.shown === (shown?.name ?? null) && house.shownCamera === (shown?.id ?? null))
        return { sight, hidden: undefined, isNew: false };
      const hidden =
        house.shownCamera !== null && house.shownCamera !== shown?.id
          ? await cameras.rename(transaction, house.shownCamera)
          : undefined;
      await store.setShown(transaction, owner.id, shown ? { name: shown.name, id: shown.id! } : null);
      return { sight, hidden, isNew: true };
    });

  const closeLapsed = async (owner: Account, seen: HouseSight): Promise<boolean> => {
    const open = seen.cameras.filter(({ state }) => state !== 'off');
    const isShut =
      !owner.isVoyeurCam ||
      owner.suspendedAt !== null ||
      (open.length > 0 && (await deps.bans.find(owner.id)) !== undefined);
    const lapsed = isShut ? open : lapsedOf(seen.cameras, await turns.now());
    if (lapsed.length === 0) return false;
    await close(
      owner,
      lapsed.map(({ name }) => name),
    );
    return true;
  };

  const tend: Houses['tend'] = async (owner) => {
    const { sight, hidden, isNew } = await settleShown(owner);
    if (hidden) cameras.tellNamed(hidden);
    if (await closeLapsed(owner, sight)) return;
    await deps.broadcasts.setHouse(owner, isOpen(sight.cameras));
    if (!isNew) return;
    const turn = sight.turns.find(({ state }) => state === 'running');
    const holder = turn && (await accounts.findById(turn.viewerId));
    deps.news.shown(owner, sight.shown?.name ?? null, turn, holder);
  };

  return {
    read,
    close,
    tend,
    async open(owner, name, sessionId) {
      refuseOthers(owner);
      await deps.bans.refuseBanned(owner.id);
      const id = await inTransaction(async (transaction) => {
        await store.lock(transaction, owner.id);
        const rows = await store.listCameras(owner.id, transaction);
        const known = rows.find((row) => row.name === name)?.id;
        if (known && stateOf((await cameras.list([known], transaction)).get(known)) !== 'off') return known;
        const fresh = uuidv7();
        await cameras.open(transaction, { id: fresh, ownerId: owner.id, hasSound: true }, []);
        await store.setCamera(transaction, owner.id, name, fresh);
        return fresh;
      });
      const by = { account: owner, sessionId };
      const grant = await cameras.grantSending(id, by, { hasThumbnails: true });
      // Closed by another page in the same moment.
      if (!grant) throw new AppError('common.unavailable', { internal: 'the camera was closed' });
      return { id, grant };
    },
    async setHome(owner, name) {
      refuseOthers(owner);
      await inTransaction(async (transaction) => {
        await store.lock(transaction, owner.id);
        await store.setHome(transaction, owner.id, name);
      });
      await tend(owner);
    },
    async tendCamera(id) {
      const roomId: AccountId | undefined = await store.findByCamera(id);
      const owner = roomId && (await accounts.findById(roomId));
      if (owner) await tend(owner);
    },
    async rotate(owner) {
      const renamed = await inTransaction(async (transaction) => {
        const house = await store.lock(transaction, owner.id);
        return house.shownCamera ? cameras.rename(transaction, house.shownCamera) : undefined;
      });
      if (renamed) cameras.tellNamed(renamed);
    },
  };
}
