import type { Bus } from '@klieg/contract/bus';
import { MEDIA_FACTS, type MediaFact } from '@klieg/contract/media';
import type { AccountId } from '@klieg/kernel';
import { DAY_MS, utcDayOf } from '@klieg/kernel/time';
import { eventually } from '@klieg/testing/eventually';
import { type Random, randomOf } from '@klieg/testing/random';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../platform/postgres/index.ts';

/** A performer of whom tests know everything that lists look at. */
export interface Performer {
  readonly username: string;
  readonly gender: 'f' | 'm' | 't' | 'c';
  readonly languages: readonly string[];
  readonly tags: readonly string[];
  readonly country: string;
  readonly age: number;
  readonly cost: number;
  readonly isPrivate: boolean;
  readonly status: 'online' | 'private' | 'offline' | 'standby';
  readonly isNew: boolean;
  readonly blocks: readonly string[];
}

const GENDERS = ['f', 'm', 't', 'c'] as const;
const LANGUAGES = ['english', 'german', 'spanish', 'romanian'];
const TAGS = ['piano', 'vinyl', 'guitar', 'chess', 'yoga', 'jazz'];
const COUNTRIES = ['DE', 'US', 'RO', 'JP', 'BR', 'ZA', 'CA'];
const COSTS = [6, 12, 18, 24, 30, 60, 90, 120];
const STATUSES = ['online', 'private', 'offline', 'standby'] as const;

const one = <T>(list: readonly T[], random: Random): T => list[random(list.length)]!;
const some = <T>(list: readonly T[], random: Random): T[] => list.filter(() => random(3) === 0);

export const performerOf = (at: number, random: Random): Performer => ({
  username: `listed_${String(at).padStart(4, '0')}`,
  gender: one(GENDERS, random),
  languages: some(LANGUAGES, random),
  tags: some(TAGS, random),
  country: one(COUNTRIES, random),
  age: 18 + random(40),
  cost: one(COSTS, random),
  isPrivate: random(4) > 0,
  status: one(STATUSES, random),
  isNew: random(3) === 0,
  blocks: random(8) === 0 ? ['FR'] : [],
});

/** Performers by chance, the same for each number. */
export const performersOf = (count: number, seed = 1): Performer[] => {
  const random = randomOf(seed);
  return Array.from({ length: count }, (_, at) => performerOf(at, random));
};

/**
 * Straight into the database: so many registrations would take longer than what is tested.
 * @param bus of a running site: a media process says there that it has their pictures, or their rooms would be closed
 */
export async function seatPerformers(
  { database: { kysely }, bus }: { readonly database: Pick<Database, 'kysely'>; readonly bus?: Bus },
  performers: readonly Performer[],
): Promise<void> {
  const rows = performers.map((performer) => ({
    ...performer,
    birthDate: utcDayOf(Date.now() - (performer.age * 365.25 + 100) * DAY_MS),
    createdAt: new Date(Date.now() - (performer.isNew ? 3 : 90) * DAY_MS).toISOString(),
    settings: {
      private_cost: performer.cost,
      private_enabled: performer.isPrivate,
      spy_cost: 6,
      blocked_countries: performer.blocks,
    },
  }));
  const { rows: made } = await sql<{ id: AccountId; username: string }>`
    insert into accounts (username, display_name, email, email_confirmed, password_hash, gender, type, birth_date,
      country_code, languages, tags, compliance_status, settings, created_at)
    select p->>'username', p->>'username', (p->>'username') || '@example.org', true, '', p->>'gender', 'model',
      (p->>'birthDate')::date, p->>'country', array(select jsonb_array_elements_text(p->'languages')),
      array(select jsonb_array_elements_text(p->'tags')), 'approved', p->'settings', (p->>'createdAt')::timestamptz
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) p returning id, username`.execute(kysely);
  const statuses = new Map(performers.map(({ username, status }) => [username, status]));
  const { rows: seated } = await sql<{ broadcastId: string; streamName: string; username: string }>`
    insert into rooms (account_id, status, broadcast_id, stream_name, width, height, started_at)
    select id, status, gen_random_uuid(), rpad('s' || id, 22, 'x'), 640, 480, now()
    from unnest(${made.map(({ id }) => id)}::bigint[],
      ${made.map(({ username }) => statuses.get(username)!)}::text[]) as room (id, status)
    where status <> 'offline'
    on conflict (account_id) do update set status = excluded.status
    returning broadcast_id as "broadcastId", stream_name as "streamName",
      (select username from accounts where id = account_id)`.execute(kysely);
  if (!bus) return;
  for (const { username, ...broadcast } of seated)
    bus.publish(MEDIA_FACTS, {
      kind: 'live',
      node: 'm1',
      username,
      width: 640,
      height: 480,
      hasAudio: true,
      tech: 'webrtc',
      renditions: ['source'],
      ...broadcast,
    } satisfies MediaFact);
  await eventually(async () => {
    const unheard = await sql`select 1 from rooms where status = 'online' and last_online_at is null`.execute(
      kysely,
    );
    expect(unheard.rows).toEqual([]);
  });
}
