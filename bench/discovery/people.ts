import type { Database } from '../../apps/site/src/platform/postgres/index.ts';

/** Words of names and of tags, so many as a large site has of them. */
const FIRST = [
  'an',
  'be',
  'ca',
  'da',
  'el',
  'fi',
  'ga',
  'ho',
  'iv',
  'jo',
  'ka',
  'li',
  'ma',
  'no',
  'ol',
  'pe',
];
const LAST = ['na', 'ra', 'lia', 'vin', 'dor', 'sel', 'mira', 'tan', 'bel', 'rik', 'sa', 'zo'];
export const TAGS = Array.from({ length: 240 }, (_, at) => `topic-${String(at).padStart(3, '0')}`);
export const LANGUAGES = [
  'english',
  'german',
  'spanish',
  'french',
  'italian',
  'dutch',
  'romanian',
  'russian',
];
export const COUNTRIES = ['DE', 'US', 'RO', 'CO', 'BR', 'ZA', 'CA', 'FR', 'ES', 'IT', 'NL', 'CZ', 'UA', 'PH'];
const COSTS = [6, 12, 18, 24, 30, 45, 60, 90, 120];

const list = (words: readonly (string | number)[]): string =>
  `array[${words.map((word) => (typeof word === 'string' ? `'${word}'` : word)).join(',')}]`;
/** One of the words; the first ones come more often where the dice are squared. */
const one = (words: readonly (string | number)[], dice: string): string =>
  `(${list(words)})[1 + floor(${dice} * ${words.length})::int]`;
const some = (words: readonly string[], count: number, power: number): string =>
  `array(select distinct ${one(words, `pow(random(), ${power})`)} from generate_series(1, ${count}) where i > 0)`;

const CHUNK = 20_000;

/**
 * So many performers, the first of whom are live. Written by the database: anything else would take longer than what is
 * measured.
 */
export async function seatPerformers(
  owner: Pick<Database, 'pool'>,
  its: { readonly total: number; readonly live: number },
): Promise<void> {
  const { pool } = owner;
  await pool.query(`select setseed(0.42)`);
  for (let from = 1; from <= its.total; from += CHUNK) {
    await pool.query(
      `insert into accounts (username, display_name, email, email_confirmed, password_hash, gender, type, birth_date,
         country_code, languages, tags, compliance_status, settings, created_at)
       select name || i, initcap(replace(name, '_', ' ')), name || i || '@example.org', true, '',
         ${one(['f', 'f', 'f', 'm', 't', 'c'], 'random()')}, 'model',
         current_date - (6700 + floor(random() * 9000))::int, ${one(COUNTRIES, 'random()')},
         ${some(LANGUAGES, 2, 2)}, ${some(TAGS, 6, 2)}, 'approved',
         jsonb_build_object('private_cost', ${one(COSTS, 'random()')}, 'private_enabled', random() < 0.8, 'spy_cost', 6,
           'blocked_countries', case when random() < 0.05 then '["FR"]'::jsonb else '[]'::jsonb end),
         now() - random() * interval '900 days'
       from (select i, ${one(FIRST, 'random()')} || ${one(LAST, 'random()')} || '_' || ${one(FIRST, 'random()')}
           || ${one(LAST, 'random()')} as name from generate_series($1::int, $2::int) i) named`,
      [from, Math.min(its.total, from + CHUNK - 1)],
    );
  }
  await pool.query(
    `insert into rooms (account_id, status, broadcast_id, stream_name, width, height, started_at, last_online_at,
       rating_counts)
     select id, case when place <= $1 then ${one(['online', 'online', 'online', 'private', 'standby'], 'random()')}
         else 'offline' end,
       gen_random_uuid(), rpad('s' || id, 22, 'x'), 1280, 720,
       case when place <= $1 then now() - random() * interval '5 hours' end, now() - random() * interval '90 days',
       array[0, floor(random() * 3)::int, floor(random() * 9)::int, floor(random() * 30)::int,
         floor(random() * 60)::int]
     from (select id, row_number() over (order by hashint8(id)) place from accounts where type = 'model') numbered
     on conflict (account_id) do update set status = excluded.status, started_at = excluded.started_at`,
    [its.live],
  );
  // All of them are new to the table; on a site that has run for a while few have changed lately.
  await pool.query(
    `update listed_changes set changed_at = changed_at - interval '1 day' where account_id % 100 > 0`,
  );
  await pool.query('vacuum analyze accounts');
  await pool.query('vacuum analyze rooms');
  await pool.query('vacuum analyze listed_changes');
}
