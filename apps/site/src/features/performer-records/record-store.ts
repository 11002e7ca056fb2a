import type { ConsentState } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { Account } from '../identity/index.ts';
import type { VaultOwner } from '../onboarding/index.ts';

/** Open data about a performer: nothing from the vault. */
export interface OpenRecord {
  readonly key: VaultOwner;
  /** Of a model. */
  readonly username: string | null;
  /** For a co-performer: the naming model, and the name given. */
  readonly beside: string | null;
  readonly called: string | null;
  readonly alias: string | null;
  readonly state: Account['complianceStatus'] | ConsentState;
  /** The last day of a consent, where it has one. */
  readonly endsOn: string | null;
  readonly since: Date;
}

export interface UsedName {
  readonly accountId: AccountId;
  readonly kind: 'username' | 'display_name';
  readonly name: string;
  readonly since: Date;
}

/** Which performers are searched by content. */
export type ContentFilter = { readonly id: Uuid } | { readonly from: Date; readonly to: Date };

export interface RecordStore {
  /** Keeps that a broadcast shows its first picture; a repeat changes nothing. */
  begin(within: Transaction, broadcastId: Uuid, accountId: AccountId, at: Date): Promise<void>;
  end(within: Transaction, broadcastId: Uuid, at: Date): Promise<void>;
  /** After that one, in the order of their numbers; of a content, where it is given. */
  listModels(after: AccountId | undefined, limit: number, content?: ContentFilter): Promise<AccountId[]>;
  listCoPerformers(after: Uuid | undefined, limit: number, content?: ContentFilter): Promise<Uuid[]>;
  /** Those that there are, in no order. */
  load(keys: readonly VaultOwner[]): Promise<OpenRecord[]>;
  listNames(accounts: readonly AccountId[]): Promise<UsedName[]>;
  /** How many broadcasts each was in, and when the last was. */
  countBroadcasts(
    keys: readonly VaultOwner[],
  ): Promise<ReadonlyMap<VaultOwner, { readonly count: number; readonly lastAt: Date }>>;
}

const isConsent = (key: VaultOwner): key is Uuid => typeof key === 'string';

/** Broadcasts that a filter means, as ids: the one itself, that of a recording, or those of a time. */
const broadcastsOf = (content: ContentFilter) =>
  'id' in content
    ? sql`select ${content.id}::uuid as id
        union select c.broadcast_id from performer_contents c where c.id = ${content.id} and c.broadcast_id is not null`
    : sql`select b.broadcast_id as id from performer_broadcasts b
        where b.started_at < ${content.to} and (b.ended_at is null or b.ended_at >= ${content.from})`;
/** Owners whose own content matches a filter: pictures count on their day, cameras on each day that they ran. */
const ownersOf = (content: ContentFilter) =>
  'id' in content
    ? sql`select c.account_id from performer_contents c where c.id = ${content.id}`
    : sql`select c.account_id from performer_contents c where c.started_at < ${content.to}
        and (c.started_at >= ${content.from}
          or c.kind = 'house_camera' and (c.ended_at is null or c.ended_at >= ${content.from}))`;

const readers = (kysely: Database['kysely']) =>
  ({
    async listModels(after, limit, content) {
      const isIn = content
        ? sql`a.id in (select b.account_id from performer_broadcasts b where b.broadcast_id in (${broadcastsOf(content)})
            union ${ownersOf(content)})`
        : sql`a.type = 'model'`;
      const { rows } = await sql<{ id: AccountId }>`select a.id from accounts a
        where a.id > ${after ?? 0} and ${isIn} order by a.id limit ${limit}`.execute(kysely);
      return rows.map(({ id }) => id);
    },
    async listCoPerformers(after, limit, content) {
      const isIn = content
        ? sql`c.id in (select p.consent_id from broadcast_performers p
            where p.broadcast_id in (${broadcastsOf(content)}))`
        : sql`true`;
      const { rows } = await sql<{ id: Uuid }>`select c.id from co_performer_consents c
        where (${after ?? null}::uuid is null or c.id > ${after ?? null}::uuid) and ${isIn}
        order by c.id limit ${limit}`.execute(kysely);
      return rows.map(({ id }) => id);
    },
    async load(keys) {
      const { rows } = await sql<
        Omit<OpenRecord, 'key'> & { accountId: AccountId | null; consentId: Uuid | null }
      >`
        select a.id as "accountId", null::uuid as "consentId", a.username, null::text as beside, null::text as called,
          null::text as alias, a.compliance_status as state, null::text as "endsOn", a.created_at as since
        from accounts a where a.id = any(${keys.filter((key) => !isConsent(key))}::bigint[])
        union all
        select null, c.id, null, m.username, c.name, c.alias, c.state, c.ends_on::text, c.asked_at
        from co_performer_consents c join accounts m on m.id = c.model_id
        where c.id = any(${keys.filter(isConsent)}::uuid[])`.execute(kysely);
      return rows.map(({ accountId, consentId, ...row }) => ({ ...row, key: accountId ?? consentId! }));
    },
    async listNames(accounts) {
      const { rows } = await sql<UsedName>`
        select account_id as "accountId", kind, name, since from performer_names
        where account_id = any(${[...accounts]}::bigint[]) order by since desc, kind desc, name`.execute(
        kysely,
      );
      return rows;
    },
    async countBroadcasts(keys) {
      const { rows } = await sql<{
        accountId: AccountId | null;
        consentId: Uuid | null;
        count: number;
        lastAt: Date;
      }>`
        select account_id as "accountId", null::uuid as "consentId", count(*)::int as count,
          max(started_at) as "lastAt"
        from performer_broadcasts where account_id = any(${keys.filter((key) => !isConsent(key))}::bigint[])
        group by account_id
        union all
        select null, p.consent_id, count(*)::int, max(b.started_at)
        from broadcast_performers p join performer_broadcasts b using (broadcast_id)
        where p.consent_id = any(${keys.filter(isConsent)}::uuid[]) group by p.consent_id`.execute(kysely);
      return new Map(rows.map(({ accountId, consentId, ...told }) => [accountId ?? consentId!, told]));
    },
  }) satisfies Partial<RecordStore>;

/** Every query about the index of performers' records except about content. */
export const makeRecordStore = ({ kysely }: Pick<Database, 'kysely'>): RecordStore => ({
  ...readers(kysely),
  async begin(within, broadcastId, accountId, at) {
    await sql`insert into performer_broadcasts (broadcast_id, account_id, started_at)
      values (${broadcastId}, ${accountId}, ${at}) on conflict do nothing`.execute(within);
  },
  async end(within, broadcastId, at) {
    await sql`update performer_broadcasts set ended_at = ${at}
      where broadcast_id = ${broadcastId} and ended_at is null`.execute(within);
  },
});
