import { randomBytes } from 'node:crypto';
import { sha256 } from '@klieg/kernel/secrets';
import { sql } from 'kysely';
import type { Database } from '../platform/postgres/index.ts';

/** Somebody's place in a room, with keys of its socket for as many times as they try to come in. */
export interface Seat {
  readonly room: string;
  readonly keys: readonly string[];
}

const BATCH = 500;
/** Enough for a crowd that a slow machine sends away again and again, and that comes twice. */
const KEYS = 24;
const newKey = (): string => `nt_${randomBytes(24).toString('base64url')}`;
/** Rooms and people for measurements, straight into the database; everybody may write. */
export async function seatCrowd(
  { kysely }: Database,
  plan: { readonly rooms: number; readonly viewers: number },
): Promise<{ readonly rooms: readonly string[]; readonly seats: readonly Seat[] }> {
  const addPeople = (prefix: string, count: number, type: 'model' | 'other') =>
    sql`
      insert into accounts (username, display_name, email, email_confirmed, password_hash, gender, type,
        birth_date, compliance_status, settings)
      select ${prefix}::text || i, ${prefix}::text || i, ${prefix}::text || i || '@example.org', true, '', 'f',
        ${type}, '1990-01-01', ${type === 'model' ? 'approved' : 'none'}, '{"chat_allowed":"all"}'::jsonb
      from generate_series(0, ${count - 1}::int) as i`.execute(kysely);
  await addPeople('room_', plan.rooms, 'model');
  await addPeople('viewer_', plan.rooms * plan.viewers, 'other');
  await sql`
    insert into sessions (id_hash, public_id, account_id, address, expires_at)
    select sha256(id::text::bytea), gen_random_uuid(), id, '127.0.0.1', now() + interval '1 hour'
    from accounts where type = 'other'`.execute(kysely);
  const rooms = Array.from({ length: plan.rooms }, (_, i) => `room_${i}`);
  const { rows } = await sql<{ id: number }>`
    select id from accounts where type = 'other' order by id`.execute(kysely);
  const seats = rows.map(({ id }, i) => ({
    id,
    room: rooms[i % plan.rooms]!,
    keys: Array.from({ length: KEYS }, newKey),
  }));
  for (let i = 0; i < seats.length; i += BATCH) {
    const values = seats.slice(i, i + BATCH).flatMap(({ id, room, keys }) =>
      keys.map(
        (key) => sql`(${sha256(key)}, ${id}, ${room}, now() + interval '1 hour',
            (select public_id from sessions where account_id = ${id}))`,
      ),
    );
    await sql`
      insert into node_tokens (token_hash, account_id, room, expires_at, session_id)
      values ${sql.join(values)}`.execute(kysely);
  }
  return { rooms, seats };
}

/** Confirms the address of somebody who has registered, approves a model and lets everybody write there. */
export async function openAccount(
  { kysely }: Database,
  username: string,
  type: 'model' | 'other',
): Promise<void> {
  await sql`update accounts set email_confirmed = true,
    compliance_status = ${type === 'model' ? 'approved' : 'none'},
    settings = settings || '{"chat_allowed":"all"}'::jsonb where username = ${username}`.execute(kysely);
}
