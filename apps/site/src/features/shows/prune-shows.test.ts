import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../../platform/postgres/testing.ts';
import { makePrivateStore } from './privates/private-store.ts';

/* How long what happened in shows is kept. */

const { database } = await useTestDatabase();
const { kysely } = database;

const accountOf = async (username: string): Promise<AccountId> => {
  const { rows } = await sql<{ id: AccountId }>`
    insert into accounts (username, display_name, email, password_hash, gender, type, birth_date)
    values (${username}, ${username}, ${`${username}@example.org`}, '', 'f', 'other', '1990-01-01')
    returning id`.execute(kysely);
  return rows[0]!.id;
};
const [room, payer] = [await accountOf('room'), await accountOf('payer')];

/** A private, its meter and a spy, which ended so long ago; null: they go on. */
async function keepShow(name: string, ago: string | null): Promise<void> {
  const { rows } = await sql<{ id: string }>`select gen_random_uuid() id`.execute(kysely);
  const [{ id }] = rows as [{ id: string }];
  const state = ago === null ? 'running' : 'ended';
  const endedAt = ago === null ? sql`null` : sql`now() - ${ago}::interval`;
  await sql`
    insert into privates (show_id, room_id, payer_id, state, type, source, price, prepaid_seconds, with_cam2cam,
      message, reason, expires_at, ended_at)
    values (${id}, ${room}, ${payer}, ${state}, 'private', 'room', 30, 60, false, 'Hello', ${name}, now(), ${endedAt})`.execute(
    kysely,
  );
  await sql`
    insert into show_meters (meter_id, show_id, kind, payer_id, receiver_id, price, ahead_seconds, closed_at)
    values (gen_random_uuid(), ${id}, 'private', ${payer}, ${room}, 30, 60, ${endedAt})`.execute(kysely);
  await sql`
    insert into spies (spy_id, show_id, room_id, account_id, state, is_free, ended_at)
    values (gen_random_uuid(), ${id}, ${room}, ${payer}, ${ago === null ? 'spying' : 'ended'}, false, ${endedAt})`.execute(
    kysely,
  );
}

test('what was written with a private goes after 90 days, shows after 13 months, nudges after a day, and nothing that goes on', async () => {
  await keepShow('running', null);
  await keepShow('late', '89 days');
  await keepShow('of spring', '91 days');
  await keepShow('of last year', '12 months');
  await keepShow('over', '13 months 1 day');
  await sql`insert into private_pings (from_id, to_id, at) values
    (${room}, ${payer}, now() - interval '2 days'), (${payer}, ${room}, now() - interval '2 hours')`.execute(
    kysely,
  );
  const store = makePrivateStore(database);
  // Twice, as on the next hour.
  await store.prune();
  await store.prune();
  const { rows } = await sql`select reason, message from privates order by reason`.execute(kysely);
  expect(rows).toEqual([
    { reason: 'late', message: 'Hello' },
    { reason: 'of last year', message: null },
    { reason: 'of spring', message: null },
    { reason: 'running', message: 'Hello' },
  ]);
  const { rows: left } = await sql`select (select count(*)::int from show_meters) meters,
    (select count(*)::int from spies) spies, (select array_agg(from_id) from private_pings) pings`.execute(
    kysely,
  );
  expect(left).toEqual([{ meters: 4, spies: 4, pings: [payer] }]);
});
