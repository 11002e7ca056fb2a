import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** A camera of somebody who is not a performer, shown to few. Times are Unix milliseconds of the database. */
export interface Camera {
  /** The id that media knows it by. */
  readonly id: Uuid;
  readonly ownerId: AccountId;
  readonly streamName: string;
  /** False: media drops its sound. */
  readonly hasSound: boolean;
  readonly state: 'waiting' | 'live' | 'missing' | 'closed';
  readonly openedAt: number;
  /** Its first picture. */
  readonly liveAt: number | null;
  /** Since when there has been no picture. */
  readonly goneAt: number | null;
}

export interface CameraStore {
  open(
    transaction: Transaction,
    camera: Pick<Camera, 'id' | 'ownerId' | 'streamName' | 'hasSound'>,
    viewers: readonly AccountId[],
  ): Promise<void>;
  find(id: Uuid): Promise<Camera | undefined>;
  list(ids: readonly Uuid[], within?: Transaction): Promise<ReadonlyMap<Uuid, Camera>>;
  /** Whether this person may watch it, which ends with it. */
  mayWatch(id: Uuid, viewerId: AccountId): Promise<boolean>;
  /** There is a picture. @returns the camera, where that is news */
  noteLive(id: Uuid): Promise<Camera | undefined>;
  /** The picture is gone. @returns the camera, if that is news */
  noteGone(id: Uuid): Promise<Camera | undefined>;
  /** It continues under another name. @returns undefined where it is closed */
  rename(transaction: Transaction, id: Uuid, streamName: string): Promise<Camera | undefined>;
  /** @returns those that were open */
  close(transaction: Transaction, ids: readonly Uuid[]): Promise<readonly Camera[]>;
  /** Drops what has been closed for a day. */
  prune(): Promise<void>;
}

interface Row {
  readonly camera_id: Uuid;
  readonly owner_id: AccountId;
  readonly stream_name: string;
  readonly has_sound: boolean;
  readonly state: Camera['state'];
  readonly opened_at: Date;
  readonly live_at: Date | null;
  readonly gone_at: Date | null;
}

const cameraOf = (row: Row): Camera => ({
  id: row.camera_id,
  ownerId: row.owner_id,
  streamName: row.stream_name,
  hasSound: row.has_sound,
  state: row.state,
  openedAt: row.opened_at.getTime(),
  liveAt: row.live_at?.getTime() ?? null,
  goneAt: row.gone_at?.getTime() ?? null,
});

export function makeCameraStore({ kysely }: Pick<Database, 'kysely'>): CameraStore {
  type Query = { execute(on: Database['kysely'] | Transaction): Promise<{ rows: Row[] }> };
  const all = async (query: Query, on: Database['kysely'] | Transaction = kysely): Promise<Camera[]> =>
    (await query.execute(on)).rows.map(cameraOf);
  const one = async (query: Query): Promise<Camera | undefined> => (await all(query))[0];
  return {
    async open(transaction, { id, ownerId, streamName, hasSound }, viewers) {
      await sql`
        insert into cameras (camera_id, owner_id, stream_name, has_sound)
        values (${id}, ${ownerId}, ${streamName}, ${hasSound})`.execute(transaction);
      await sql`
        insert into camera_viewers (camera_id, viewer_id)
        select ${id}, unnest(${[...viewers]}::bigint[])`.execute(transaction);
    },
    find: (id) => one(sql<Row>`select * from cameras where camera_id = ${id}`),
    async list(ids, within) {
      if (ids.length === 0) return new Map();
      const found = await all(
        sql<Row>`select * from cameras where camera_id = any(${[...ids]}::uuid[])`,
        within,
      );
      return new Map(found.map((camera) => [camera.id, camera]));
    },
    async mayWatch(id, viewerId) {
      const { rows } = await sql`
        select from camera_viewers v join cameras c using (camera_id)
        where v.camera_id = ${id} and v.viewer_id = ${viewerId} and c.state <> 'closed'`.execute(kysely);
      return rows.length > 0;
    },
    noteLive: (id) =>
      one(sql<Row>`
        update cameras set state = 'live', live_at = coalesce(live_at, clock_timestamp()), gone_at = null
        where camera_id = ${id} and state in ('waiting', 'missing') returning *`),
    noteGone: (id) =>
      one(sql<Row>`
        update cameras set state = 'missing', gone_at = clock_timestamp()
        where camera_id = ${id} and state = 'live' returning *`),
    async rename(transaction, id, streamName) {
      const renamed = sql<Row>`
        update cameras set stream_name = ${streamName}
        where camera_id = ${id} and state <> 'closed' returning *`;
      return (await all(renamed, transaction))[0];
    },
    close: (transaction, ids) =>
      all(
        sql<Row>`
          update cameras set state = 'closed', closed_at = clock_timestamp()
          where camera_id = any(${[...ids]}::uuid[]) and state <> 'closed' returning *`,
        transaction,
      ),
    async prune() {
      await sql`
        delete from cameras where state = 'closed' and closed_at < clock_timestamp() - interval '1 day'`.execute(
        kysely,
      );
    },
  };
}
