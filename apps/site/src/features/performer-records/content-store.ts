import type { PerformerContent } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';
import type { VaultOwner } from '../onboarding/index.ts';

/** Something that a performer was in. */
export interface Content {
  readonly id: Uuid;
  readonly kind: PerformerContent['kind'];
  readonly broadcastId: Uuid | null;
  /** Of a recording what it is of, of a camera its name. */
  readonly detail: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly modelId: AccountId;
  /** The name now of the model's account. */
  readonly username: string;
  readonly isWithdrawn: boolean;
  readonly removedAt: Date | null;
  readonly erasedAt: Date | null;
}

/** Somebody who appeared beside the model. */
export interface Beside {
  readonly broadcastId: Uuid;
  readonly consentId: Uuid;
  readonly name: string;
}

export interface ContentStore {
  /** What somebody was in, newest first, before that one. */
  list(key: VaultOwner, before: Uuid | undefined, limit: number): Promise<Content[]>;
  /** The same for several in one query, with a common limit of rows. */
  listOf(keys: readonly VaultOwner[], limit: number): Promise<ReadonlyMap<VaultOwner, readonly Content[]>>;
  listBeside(broadcastIds: readonly Uuid[]): Promise<Beside[]>;
  /** Of files of the media library. */
  listBesideMedia(
    fileIds: readonly Uuid[],
  ): Promise<(Omit<Beside, 'broadcastId'> & { readonly fileId: Uuid })[]>;
}

const BROADCASTS = sql`select b.broadcast_id as id, 'broadcast' as kind, b.broadcast_id, null::text as detail,
    b.started_at, b.ended_at, b.account_id, null::timestamptz as withdrawn_at, null::timestamptz as removed_at,
    null::timestamptz as erased_at
  from performer_broadcasts b`;
const OTHERS = sql`select c.id, c.kind, c.broadcast_id, c.detail, c.started_at, c.ended_at, c.account_id,
    c.withdrawn_at, c.removed_at, c.erased_at
  from performer_contents c`;
const COLUMNS = sql`f.id, f.kind, f.broadcast_id as "broadcastId", f.detail, f.started_at as "startedAt",
  f.ended_at as "endedAt", f.account_id as "modelId", a.username, f.removed_at as "removedAt",
  f.erased_at as "erasedAt", f.withdrawn_at is not null
    or exists (select 1 from withdrawn_broadcasts w where w.broadcast_id = f.broadcast_id) as "isWithdrawn"`;

const isConsent = (key: VaultOwner): key is Uuid => typeof key === 'string';
const anyOf = (ids: readonly (number | string)[], type: 'bigint' | 'uuid'): RawBuilder<unknown> =>
  sql`any(${[...ids]}::${sql.raw(type)}[])`;

/** Files of media that name somebody by their consent. */
const isInMedia = (key: VaultOwner): RawBuilder<unknown> =>
  isConsent(key)
    ? sql`c.id in (select i.file_id from media_consents n join media_items i on i.media_id = n.media_id
        where n.consent_id = ${key})`
    : sql`false`;

/** All ids contain their time, so they sort by time. */
export const makeContentStore = ({ kysely }: Pick<Database, 'kysely'>): ContentStore => ({
  async list(key, before, limit) {
    const isOf = (broadcast: string, account: string) =>
      isConsent(key)
        ? sql`${sql.ref(broadcast)} in (select p.broadcast_id from broadcast_performers p where p.consent_id = ${key})`
        : sql`${sql.ref(account)} = ${key}`;
    const isBefore = (id: string) =>
      sql`(${before ?? null}::uuid is null or ${sql.ref(id)} < ${before ?? null}::uuid)`;
    const { rows } = await sql<Content>`
      select ${COLUMNS} from (
        (${BROADCASTS} where ${isOf('b.broadcast_id', 'b.account_id')} and ${isBefore('b.broadcast_id')}
        order by b.broadcast_id desc limit ${limit})
        union all
        (${OTHERS} where (${isOf('c.broadcast_id', 'c.account_id')} or ${isInMedia(key)}) and ${isBefore('c.id')}
        order by c.id desc limit ${limit})) f
      join accounts a on a.id = f.account_id
      order by f.id desc limit ${limit}`.execute(kysely);
    return rows;
  },
  async listOf(keys, limit) {
    const models = anyOf(
      keys.filter((key) => !isConsent(key)),
      'bigint',
    );
    const consents = anyOf(keys.filter(isConsent), 'uuid');
    const { rows } = await sql<Content & { readonly consentId: Uuid | null }>`
      select ${COLUMNS}, f."consentId" from (
        select own.*, null::uuid as "consentId" from (
          ${BROADCASTS} where b.account_id = ${models}
          union all ${OTHERS} where c.account_id = ${models}) own
        union all
        select shared.*, p.consent_id from broadcast_performers p join (
          ${BROADCASTS} union all ${OTHERS}) shared on shared.broadcast_id = p.broadcast_id
        where p.consent_id = ${consents}
        union all
        select shared.*, n.consent_id from media_consents n join media_items i on i.media_id = n.media_id
          join (${OTHERS}) shared on shared.id = i.file_id
        where n.consent_id = ${consents}) f
      join accounts a on a.id = f.account_id
      order by f.id desc limit ${limit}`.execute(kysely);
    return Map.groupBy(rows, ({ consentId, modelId }): VaultOwner => consentId ?? modelId);
  },
  async listBeside(broadcastIds) {
    const { rows } = await sql<Beside>`
      select p.broadcast_id as "broadcastId", c.id as "consentId", coalesce(c.alias, c.name) as name
      from broadcast_performers p join co_performer_consents c on c.id = p.consent_id
      where p.broadcast_id = ${anyOf(broadcastIds, 'uuid')} order by p.named_at, c.id`.execute(kysely);
    return rows;
  },
  async listBesideMedia(fileIds) {
    const { rows } = await sql<Omit<Beside, 'broadcastId'> & { readonly fileId: Uuid }>`
      select i.file_id as "fileId", c.id as "consentId", coalesce(c.alias, c.name) as name
      from media_items i join media_consents n on n.media_id = i.media_id
        join co_performer_consents c on c.id = n.consent_id
      where i.file_id = ${anyOf(fileIds, 'uuid')} order by c.id`.execute(kysely);
    return rows;
  },
});
