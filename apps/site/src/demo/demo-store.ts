import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../platform/postgres/index.ts';
import type { DemoPerson } from './demo-people.ts';

/** Why an account of a former demo is suspended. */
const DEMO_ENDED = 'demo_ended';

/** Rows that only the demo writes directly. */
export interface DemoStore {
  isSeeded(): Promise<boolean>;
  /** True when nobody has an account: the demo is for empty sites. */
  isEmpty(): Promise<boolean>;
  /** Inserts people that are not there yet; answers the ids of all by username. */
  seed(people: readonly DemoPerson[], passwordHash: string): Promise<ReadonlyMap<string, AccountId>>;
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
          username text, "displayName" text, gender text, type text, "birthDate" date, country text, region text,
          languages jsonb, tags jsonb, roles jsonb, membership text, "isAdmin" boolean, "isStudioOwner" boolean,
          picture text, settings jsonb, subject text)
        ), made as (
          insert into accounts (username, display_name, email, email_confirmed, password_hash, gender, type, birth_date,
            compliance_status, country_code, region, languages, tags, user_roles, membership, is_admin, is_super_admin, is_studio_owner,
            avatar_url, picture_url, settings, is_demo, created_at)
          select username, "displayName", username || '@demo.invalid', true, ${passwordHash}, gender, type, "birthDate",
            case when type = 'model' then 'approved' else 'none' end, country, region,
            array(select jsonb_array_elements_text(languages)), array(select jsonb_array_elements_text(tags)),
            array(select jsonb_array_elements_text(roles)), membership, "isAdmin", "isAdmin", "isStudioOwner",
            picture, picture, settings, true, now() - interval '40 days' + (random() * interval '40 days')
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
