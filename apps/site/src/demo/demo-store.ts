import type { TipMenuConfig } from '@klieg/contract/features/acts/menu-config';
import type { TipGoalConfig } from '@klieg/contract/features/room-games/goal-config';
import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../platform/postgres/index.ts';
import { LIKES_A_DAY } from '../features/discovery/index.ts';
import { beginGoal } from '../features/room-games/index.ts';
import type { DemoPerson } from './demo-people.ts';

/** Why an account of a former demo is suspended. */
const DEMO_ENDED = 'demo_ended';

/** A post of a fan club; `id` grows with its time. */
export interface DemoPost {
  readonly id: string;
  readonly modelId: AccountId;
  readonly level: 'supporter' | 'insider' | 'legend';
  readonly text: string;
  /** When it was written. */
  readonly at: Date;
}

export interface DemoClubs {
  readonly models: readonly AccountId[];
  /** Each is in some of the clubs. */
  readonly members: readonly AccountId[];
  /** Is in the last club, and in no other. */
  readonly viewer: AccountId;
  readonly posts: readonly DemoPost[];
}

/** Rows that only the demo writes directly. */
export interface DemoStore {
  isSeeded(): Promise<boolean>;
  /** True when nobody has an account: the demo is for empty sites. */
  isEmpty(): Promise<boolean>;
  /** Inserts people that are not there yet; answers the ids of all by username. */
  seed(people: readonly DemoPerson[], passwordHash: string): Promise<ReadonlyMap<string, AccountId>>;
  /**
   * Gives the models followers, ratings and likes of the audience, few models many of them; the same each time. A site
   * that has any of them keeps what it has.
   */
  fillWorld(models: readonly AccountId[], audience: readonly AccountId[]): Promise<void>;
  /** Gives clubs members and posts. A site that has posts keeps what it has. */
  fillClubs(clubs: DemoClubs): Promise<void>;
  /** Installs apps in rooms that have had none of the kind yet. */
  installApps(apps: readonly DemoApp[]): Promise<void>;
  /** Dates what was said, so that the demo's conversations have a past; newest of each pair last. */
  dateTalks(said: readonly { readonly clientId: string; readonly minutesAgo: number }[]): Promise<void>;
  /**
   * Opens the demo's accounts, or shuts them where the site has no demo: nobody logs in with the published
   * password, no page lists them, and whoever was logged in is not.
   * @returns how many were opened or shut
   */
  setOpen(isOpen: boolean): Promise<number>;
  /** Rooms that were open when the process died have no picture now. */
  closeAllRooms(): Promise<void>;
}

/** An app of a room of the demo. */
export interface DemoApp {
  readonly modelId: AccountId;
  readonly type: number;
  readonly isExclusive: boolean;
  readonly config: TipMenuConfig | TipGoalConfig;
}

/** A number from 0 to 999 that two accounts and a word always have. */
const chance = (one: string, two: string, word: string) =>
  sql.raw(`(abs(hashtext('${word}' || ${one} || ':' || ${two})::bigint) % 1000)::int`);

/** The first models have most of everything; the hundredth a ninth of what the first has. */
async function fillWorld(
  kysely: Database['kysely'],
  models: readonly AccountId[],
  audience: readonly AccountId[],
): Promise<void> {
  const { rows } = await sql`
    select 1 from follows where follower_id = any(${[...audience]}::bigint[]) limit 1`.execute(kysely);
  if (rows.length > 0) return;
  const people = sql`
    models as (
      select id, 1.0 / (1 + place / 12.0) as share from unnest(${[...models]}::bigint[]) with ordinality as m (id, place)),
    audience as (select id from unnest(${[...audience]}::bigint[]) as a (id))`;
  await sql`with ${people}
    insert into follows (follower_id, model_id, created_at)
    select a.id, m.id, now() - make_interval(mins => ${chance('a.id', 'm.id', 'since')} * 40)
    from models m, audience a where ${chance('a.id', 'm.id', 'follow')} < 900 * m.share
    on conflict do nothing`.execute(kysely);
  await sql`with ${people}
    insert into room_ratings (model_id, rater_id, day, stars, show)
    select m.id, a.id, current_date - (1 + ${chance('m.id', 'a.id', 'day')} % 60)::int,
      case when ${chance('a.id', 'm.id', 'stars')} < 620 then 5 when ${chance('a.id', 'm.id', 'stars')} < 900 then 4
        else 3 end, 'public'
    from models m, audience a where ${chance('a.id', 'm.id', 'rate')} < 320 * m.share
    on conflict do nothing`.execute(kysely);
  // Six weeks, so that there are winners of weeks that are over.
  await sql`with ${people}
    insert into model_likes (model_id, liker_id, day)
    select model, liker, (now() at time zone 'utc')::date - ago from (
      select m.id as model, a.id as liker, d.ago,
        row_number() over (partition by a.id, d.ago order by m.share desc) as nth
      from models m, audience a, generate_series(0, 41) as d (ago)
      where m.share > 0.3 and ${chance('a.id', "m.id || '.' || d.ago", 'like')} < 80 * m.share) given
    where nth <= ${LIKES_A_DAY}
    on conflict do nothing`.execute(kysely);
}

/** Members pay nothing for the period that they begin with; the next one is charged as everybody's. */
async function installApps(kysely: Database['kysely'], apps: readonly DemoApp[]): Promise<void> {
  const rows = JSON.stringify(
    apps.map(({ modelId, type, isExclusive, config }) => ({
      room_id: modelId,
      type,
      is_exclusive: isExclusive,
      config,
      state: beginGoal(0),
    })),
  );
  await sql`
    with given as (
      select * from jsonb_to_recordset(${rows}::jsonb)
        as g (room_id bigint, type int, is_exclusive boolean, config jsonb, state jsonb)
      where not exists (select from former_room_apps f where f.room_id = g.room_id and f.type = g.type)),
    installed as (
      insert into room_apps (room_id, type, is_exclusive, config, state, feed_number, told_number, version)
      select room_id, type, is_exclusive, config, state, 0, 0, 1 from given
      on conflict do nothing returning room_id, config)
    insert into menu_items (room_id, item_id, place, label, price, is_enabled, stock)
    select i.room_id, item ->> 'item_id', place, item ->> 'label', (item ->> 'price')::int, true,
      (item ->> 'stock')::int
    from installed i, jsonb_array_elements(i.config -> 'items') with ordinality as e (item, place)
    on conflict do nothing`.execute(kysely);
}

async function fillClubs(
  kysely: Database['kysely'],
  { models, members, viewer, posts }: DemoClubs,
): Promise<void> {
  const { rows } = await sql`select 1 from fan_posts limit 1`.execute(kysely);
  if (rows.length > 0) return;
  await sql`
    with pairs as (
      select m.id as member_id, c.id as model_id
      from unnest(${[...models]}::bigint[]) as c (id), unnest(${[...members]}::bigint[]) as m (id)
      where ${chance('m.id', 'c.id', 'fan')} < 220
      union select ${viewer}::bigint, ${models.at(-1)}::bigint),
    given as (
      select p.member_id, p.model_id,
        case when ${chance('p.member_id', 'p.model_id', 'level')} < 600 then 'supporter'
          when ${chance('p.member_id', 'p.model_id', 'level')} < 900 then 'insider' else 'legend' end as level,
        now() - make_interval(hours => ${chance('p.member_id', 'p.model_id', 'joined')}) as joined_at,
        now() + make_interval(hours => 72 + ${chance('p.member_id', 'p.model_id', 'ends')} * 6 / 10) as ends_at
      from pairs p)
    insert into fan_memberships (member_id, model_id, level, state, price, joined_at, period_starts_at, period_ends_at,
      next_try_at)
    select g.member_id, g.model_id, g.level, 'active',
      coalesce((a.settings -> 'fanclub_prices' ->> g.level)::int,
        case g.level when 'supporter' then 100 when 'insider' then 200 else 400 end),
      g.joined_at, g.ends_at - interval '30 days', g.ends_at, g.ends_at
    from given g join accounts a on a.id = g.model_id
    on conflict do nothing`.execute(kysely);
  await sql`
    insert into fan_posts (post_id, model_id, level, message, posted_at)
    select id, "modelId", level, text, at from jsonb_to_recordset(${JSON.stringify(posts)}::jsonb)
      as p(id uuid, "modelId" bigint, level text, text text, at timestamptz)
    on conflict do nothing`.execute(kysely);
  // Who may read a post may like it.
  await sql`
    with liked as (
      insert into fan_post_likes (post_id, account_id, liked_at)
      select p.post_id, f.member_id, greatest(p.posted_at, f.joined_at) + interval '1 minute'
      from fan_posts p join fan_memberships f using (model_id)
      where array_position(array['supporter', 'insider', 'legend'], f.level)
          >= array_position(array['supporter', 'insider', 'legend'], p.level)
        and ${chance('f.member_id', 'p.post_id', 'like')} < 500
      returning post_id),
    counted as (select post_id, count(*)::int as likes from liked group by post_id)
    update fan_posts p set likes = c.likes from counted c where c.post_id = p.post_id`.execute(kysely);
}

export function makeDemoStore({ kysely }: Database): DemoStore {
  return {
    async isSeeded() {
      const { rows } = await sql`select 1 from accounts where is_demo limit 1`.execute(kysely);
      return rows.length > 0;
    },
    async isEmpty() {
      const { rows } = await sql`select 1 from accounts limit 1`.execute(kysely);
      return rows.length === 0;
    },
    async seed(people, passwordHash) {
      const { rows } = await sql<{ id: AccountId; username: string }>`
        with given as (select * from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p(
          username text, "displayName" text, gender text, type text, "birthDate" date, "joinedDaysAgo" int, country text, region text,
          languages jsonb, tags jsonb, roles jsonb, membership text, "isAdmin" boolean, "isStudioOwner" boolean,
          picture text, settings jsonb, subject text, about text)
        ), made as (
          insert into accounts (username, display_name, email, email_confirmed, password_hash, gender, type, birth_date,
            compliance_status, country_code, region, languages, tags, user_roles, membership, is_admin, is_super_admin, is_studio_owner,
            avatar_url, picture_url, settings, about, is_demo, created_at)
          select username, "displayName", username || '@demo.invalid', true, ${passwordHash}, gender, type, "birthDate",
            case when type = 'model' then 'approved' else 'none' end, country, region,
            array(select jsonb_array_elements_text(languages)), array(select jsonb_array_elements_text(tags)),
            array(select jsonb_array_elements_text(roles)), membership, "isAdmin", "isAdmin", "isStudioOwner",
            picture, picture, settings, about, true, now() - make_interval(days => "joinedDaysAgo") - random() * interval '20 hours'
          from given on conflict (username) do nothing returning id, username
        ), opened as (
          insert into rooms (account_id, subject, last_online_at)
          select m.id, g.subject, now() - random() * interval '3 days'
          from made m join given g using (username) where g.type = 'model'
          on conflict (account_id) do nothing
        )
        select id, username from made
        union select a.id, a.username from accounts a join given using (username)`.execute(kysely);
      return new Map(rows.map((row) => [row.username, row.id]));
    },
    async setOpen(isOpen) {
      const changed = isOpen
        ? await sql`
            update accounts set suspended_at = null, suspension_reason = null
            where is_demo and suspension_reason = ${DEMO_ENDED} returning id`.execute(kysely)
        : await sql`
            update accounts set suspended_at = now(), suspension_until = null, suspension_reason = ${DEMO_ENDED}
            where is_demo and suspension_reason is distinct from ${DEMO_ENDED} returning id`.execute(kysely);
      if (!isOpen)
        await sql`delete from sessions where account_id in (select id from accounts where is_demo)`.execute(
          kysely,
        );
      return changed.rows.length;
    },
    fillWorld: (models, audience) => fillWorld(kysely, models, audience),
    installApps: (apps) => installApps(kysely, apps),
    fillClubs: (clubs) => fillClubs(kysely, clubs),
    async dateTalks(said) {
      await sql`
        with given as (select * from jsonb_to_recordset(${JSON.stringify(said)}::jsonb)
          as g("clientId" uuid, "minutesAgo" integer)),
        dated as (
          update direct_messages m set created_at = now() - make_interval(mins => g."minutesAgo")
          from given g where m.client_id = g."clientId" returning m.low_id, m.high_id, m.created_at),
        newest as (select low_id, high_id, max(created_at) as at from dated group by low_id, high_id)
        update conversations c set last_at = n.at from newest n
        where (c.account_id, c.partner_id) in ((n.low_id, n.high_id), (n.high_id, n.low_id))`.execute(kysely);
    },
    async closeAllRooms() {
      await sql`update rooms set status = 'offline', previous_status = null, broadcast_id = null, session_id = null,
        stream_name = null, started_at = null, gone_at = null, version = version + 1 where status <> 'offline'`.execute(
        kysely,
      );
    },
  };
}
