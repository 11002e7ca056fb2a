import type { VoyeurCamera } from '@klieg/contract/features/voyeur/limits';
import { VOYEUR_LIMITS } from '@klieg/contract/features/voyeur/limits';
import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import { type Database, databaseNow, type Transaction } from '../../platform/postgres/index.ts';
import type { Turn, TurnEnd } from './voyeur-rules.ts';

export interface TurnStore {
  now(): Promise<number>;
  find(id: Uuid): Promise<Turn | undefined>;
  /** Somebody's open turn, in any room. */
  findOpenOf(viewerId: AccountId): Promise<Turn | undefined>;
  /** The one that runs and those that wait, in their order. */
  listOpenIn(roomId: AccountId, within?: Transaction): Promise<readonly Turn[]>;
  /** False: this viewer has one already. */
  add(
    transaction: Transaction,
    turn: Pick<Turn, 'id' | 'roomId' | 'viewerId' | 'camera' | 'tokens'>,
  ): Promise<boolean>;
  begin(transaction: Transaction, id: Uuid): Promise<void>;
  toTheEnd(transaction: Transaction, id: Uuid): Promise<void>;
  /** What it costs is fixed here. */
  end(transaction: Transaction, id: Uuid, reason: TurnEnd, tokensCharged: number): Promise<void>;
  finish(id: Uuid): Promise<void>;
  listUnsettled(): Promise<readonly Turn[]>;
  listLive(ids: readonly Uuid[]): Promise<Uuid[]>;
  prune(): Promise<void>;
}

interface Row {
  readonly turn_id: Uuid;
  readonly room_id: AccountId;
  readonly viewer_id: AccountId;
  readonly camera: VoyeurCamera;
  readonly tokens: number;
  readonly state: Turn['state'];
  readonly was_absent: boolean;
  readonly began_at: Date | null;
  readonly ends_at: Date | null;
  readonly tokens_charged: number | null;
}

const turnOf = (row: Row): Turn => ({
  id: row.turn_id,
  roomId: row.room_id,
  viewerId: row.viewer_id,
  camera: row.camera,
  tokens: row.tokens,
  state: row.state,
  wasAbsent: row.was_absent,
  beganAt: row.began_at?.getTime() ?? null,
  endsAt: row.ends_at?.getTime() ?? null,
  tokensCharged: row.tokens_charged,
});

export function makeTurnStore({ kysely }: Pick<Database, 'kysely'>): TurnStore {
  type Query = { execute(on: Database['kysely'] | Transaction): Promise<{ rows: Row[] }> };
  const all = async (query: Query, on: Database['kysely'] | Transaction = kysely) =>
    (await query.execute(on)).rows.map(turnOf);
  return {
    now: () => databaseNow(kysely),
    find: async (id) => (await all(sql<Row>`select * from voyeur_turns where turn_id = ${id}`))[0],
    findOpenOf: async (viewerId) =>
      (
        await all(sql<Row>`
          select * from voyeur_turns where viewer_id = ${viewerId} and state in ('queued', 'running')`)
      )[0],
    listOpenIn: (roomId, within) =>
      all(
        sql<Row>`
          select * from voyeur_turns where room_id = ${roomId} and state in ('queued', 'running')
          order by state = 'queued', queued_at, turn_id`,
        within ?? kysely,
      ),
    async add(transaction, { id, roomId, viewerId, camera, tokens }) {
      const { rows } = await sql`
        insert into voyeur_turns (turn_id, room_id, viewer_id, camera, tokens)
        values (${id}, ${roomId}, ${viewerId}, ${camera}, ${tokens}) on conflict do nothing returning 1`.execute(
        transaction,
      );
      return rows.length > 0;
    },
    async begin(transaction, id) {
      await sql`
        update voyeur_turns set state = 'running', began_at = clock_timestamp(),
          ends_at = clock_timestamp() + make_interval(secs => ${VOYEUR_LIMITS.control_seconds})
        where turn_id = ${id} and state = 'queued'`.execute(transaction);
    },
    async toTheEnd(transaction, id) {
      await sql`
        update voyeur_turns set was_absent = true, queued_at = clock_timestamp()
        where turn_id = ${id} and state = 'queued'`.execute(transaction);
    },
    async end(transaction, id, reason, tokensCharged) {
      await sql`
        update voyeur_turns set state = 'settling', reason = ${reason}, ended_at = clock_timestamp(),
          tokens_charged = ${tokensCharged}
        where turn_id = ${id} and state in ('queued', 'running')`.execute(transaction);
    },
    async finish(id) {
      await sql`
        update voyeur_turns set state = 'ended' where turn_id = ${id} and state = 'settling'`.execute(kysely);
    },
    listUnsettled: () =>
      all(sql<Row>`
        select * from voyeur_turns
        where state = 'settling' and ended_at < clock_timestamp() - interval '2 seconds' limit 100`),
    async listLive(ids) {
      const { rows } = await sql<{ turn_id: Uuid }>`
        select turn_id from voyeur_turns where turn_id = any(${[...ids]}::uuid[]) and state <> 'ended'`.execute(
        kysely,
      );
      return rows.map(({ turn_id: id }) => id);
    },
    async prune() {
      await sql`
        delete from voyeur_turns
        where state = 'ended' and ended_at < clock_timestamp() - interval '13 months'`.execute(kysely);
    },
  };
}
