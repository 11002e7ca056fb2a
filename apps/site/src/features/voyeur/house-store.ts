import { randomBytes } from 'node:crypto';
import type { VoyeurCamera } from '@klieg/contract/features/voyeur/limits';
import type { AccountId, Uuid } from '@klieg/kernel';
import { sha256 } from '@klieg/kernel/secrets';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** A house as it is kept. */
export interface HouseRow {
  readonly roomId: AccountId;
  readonly home: VoyeurCamera | null;
  /** The camera last announced to everybody. */
  readonly shown: VoyeurCamera | null;
  readonly shownCamera: Uuid | null;
}

export interface CameraRow {
  readonly name: VoyeurCamera;
  readonly id: Uuid | null;
  readonly tail: string | null;
}

export interface HouseStore {
  find(roomId: AccountId): Promise<HouseRow | undefined>;
  /** The house, created if missing, locked until the transaction ends. */
  lock(transaction: Transaction, roomId: AccountId): Promise<HouseRow>;
  listCameras(roomId: AccountId, within?: Transaction): Promise<readonly CameraRow[]>;
  /** Names of the cameras that are on, of several houses. */
  listNames(rooms: readonly AccountId[]): Promise<ReadonlyMap<AccountId, readonly VoyeurCamera[]>>;
  setCamera(transaction: Transaction, roomId: AccountId, name: VoyeurCamera, id: Uuid | null): Promise<void>;
  setHome(transaction: Transaction, roomId: AccountId, name: VoyeurCamera): Promise<void>;
  setShown(
    transaction: Transaction,
    roomId: AccountId,
    shown: { readonly name: VoyeurCamera; readonly id: Uuid } | null,
  ): Promise<void>;
  /** Makes a camera's key and ends the one before. @returns the key, which nobody can read again */
  rotateKey(roomId: AccountId, name: VoyeurCamera): Promise<string>;
  findByKey(key: string): Promise<{ readonly roomId: AccountId; readonly name: VoyeurCamera } | undefined>;
  /** Somebody with the password may know the keys. */
  dropKeys(roomId: AccountId): Promise<void>;
  /** Whose camera this is. */
  findByCamera(id: Uuid): Promise<AccountId | undefined>;
  /** Houses with a camera that is on, or of which something is shown. */
  listOpen(): Promise<readonly AccountId[]>;
}

const KEY_BYTES = 16;
const TAIL_LENGTH = 4;

interface Row {
  readonly room_id: AccountId;
  readonly home: VoyeurCamera | null;
  readonly shown: VoyeurCamera | null;
  readonly shown_camera: Uuid | null;
}

const houseOf = (row: Row): HouseRow => ({
  roomId: row.room_id,
  home: row.home,
  shown: row.shown,
  shownCamera: row.shown_camera,
});

const makeKeys = ({
  kysely,
}: Pick<Database, 'kysely'>): Pick<HouseStore, 'rotateKey' | 'findByKey' | 'dropKeys'> => ({
  async rotateKey(roomId, name) {
    // Letters and digits only: encoders cut keys at other characters.
    const key = `vk${randomBytes(KEY_BYTES).toString('hex')}`;
    await sql`
      insert into voyeur_cameras (room_id, name, key_hash, tail)
      values (${roomId}, ${name}, ${sha256(key)}, ${key.slice(-TAIL_LENGTH)})
      on conflict (room_id, name) do update set key_hash = excluded.key_hash, tail = excluded.tail`.execute(
      kysely,
    );
    return key;
  },
  async findByKey(key) {
    const { rows } = await sql<{ room_id: AccountId; name: VoyeurCamera }>`
      select room_id, name from voyeur_cameras where key_hash = ${sha256(key)}`.execute(kysely);
    return rows[0] && { roomId: rows[0].room_id, name: rows[0].name };
  },
  async dropKeys(roomId) {
    await sql`
      update voyeur_cameras set key_hash = null, tail = null where room_id = ${roomId}`.execute(kysely);
  },
});

export function makeHouseStore({ kysely }: Pick<Database, 'kysely'>): HouseStore {
  return {
    ...makeKeys({ kysely }),
    async find(roomId) {
      const { rows } = await sql<Row>`select * from voyeur_houses where room_id = ${roomId}`.execute(kysely);
      return rows[0] && houseOf(rows[0]);
    },
    async lock(transaction, roomId) {
      await sql`insert into voyeur_houses (room_id) values (${roomId}) on conflict do nothing`.execute(
        transaction,
      );
      const { rows } = await sql<Row>`
        select * from voyeur_houses where room_id = ${roomId} for update`.execute(transaction);
      return houseOf(rows[0]!);
    },
    async listCameras(roomId, within) {
      const { rows } = await sql<{ name: VoyeurCamera; camera_id: Uuid | null; tail: string | null }>`
        select name, camera_id, tail from voyeur_cameras where room_id = ${roomId}`.execute(within ?? kysely);
      return rows.map(({ name, camera_id: id, tail }) => ({ name, id, tail }));
    },
    async listNames(rooms) {
      const { rows } = await sql<{ room_id: AccountId; names: VoyeurCamera[] }>`
        select room_id, array_agg(name order by name) names from voyeur_cameras
        where room_id = any(${[...rooms]}) and camera_id is not null group by room_id`.execute(kysely);
      return new Map(rows.map((row) => [row.room_id, row.names] as const));
    },
    async setCamera(transaction, roomId, name, id) {
      await sql`
        insert into voyeur_cameras (room_id, name, camera_id) values (${roomId}, ${name}, ${id})
        on conflict (room_id, name) do update set camera_id = excluded.camera_id`.execute(transaction);
    },
    async setHome(transaction, roomId, name) {
      await sql`update voyeur_houses set home = ${name} where room_id = ${roomId}`.execute(transaction);
    },
    async setShown(transaction, roomId, shown) {
      await sql`
        update voyeur_houses set shown = ${shown?.name ?? null}, shown_camera = ${shown?.id ?? null}
        where room_id = ${roomId}`.execute(transaction);
    },
    async findByCamera(id) {
      const { rows } = await sql<{ room_id: AccountId }>`
        select room_id from voyeur_cameras where camera_id = ${id}`.execute(kysely);
      return rows[0]?.room_id;
    },
    async listOpen() {
      const { rows } = await sql<{ room_id: AccountId }>`
        select room_id from voyeur_cameras where camera_id is not null
        union select room_id from voyeur_houses where shown is not null
        union select room_id from voyeur_turns where state in ('queued', 'running')`.execute(kysely);
      return rows.map(({ room_id: roomId }) => roomId);
    },
  };
}
