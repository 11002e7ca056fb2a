import { type AccountId, randomToken, type Uuid, uuidv7 } from '@klieg/kernel';
import { sha256 } from '@klieg/kernel/secrets';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { ConsentStanding } from './consent-rules.ts';

/** A person named by a model, and the state of their consent. */
export interface KeptConsent extends ConsentStanding {
  readonly id: Uuid;
  readonly modelId: AccountId;
  readonly name: string;
  readonly email: string | null;
  readonly username: string | null;
  readonly alias: string | null;
  readonly askedAt: Date;
  readonly attempt: number;
  readonly signedAt: Date | null;
  readonly textVersion: string | null;
  readonly firstBy: AccountId | null;
  readonly firstAt: Date | null;
  readonly note: string | null;
}

export type NewConsent = Pick<
  KeptConsent,
  'modelId' | 'name' | 'email' | 'username' | 'scopes' | 'validFrom' | 'validUntil'
> & { readonly askedAt: Date; readonly openUntil: Date };

export interface ConsentStore {
  /** What a model asks for is asked for one after the other. */
  lockModel(within: Transaction, modelId: AccountId): Promise<void>;
  /** Those that wait for an answer, and those asked for since then. */
  countOpen(within: Transaction, modelId: AccountId, now: Date, since: Date): Promise<number>;
  add(within: Transaction, consent: NewConsent): Promise<Uuid>;
  /** How many requests were mailed to this address, directly or by its owner's name, since then and up to this one. */
  countToAddress(
    to: { readonly email: string; readonly username: string | null },
    since: Date,
    until: Uuid,
  ): Promise<number>;
  /** Those who ask somebody of one address wait for each other from here on, so that ids are in the order of commits. */
  lockAddress(
    within: Transaction,
    to: { readonly email: string | null; readonly username: string | null },
  ): Promise<void>;
  /** Gives its link a new secret, for the mail that is about to be sent; the one before ends. */
  issueKey(id: Uuid, at: Date): Promise<string>;
  findByKey(key: string): Promise<KeptConsent | undefined>;
  find(id: Uuid): Promise<KeptConsent | undefined>;
  /** Answers, decisions and withdrawals wait for each other from here on. */
  lock(within: Transaction, id: Uuid): Promise<KeptConsent | undefined>;
  /** Also those of the transaction's own broadcast: nobody withdraws meanwhile. */
  lockShared(within: Transaction, ids: readonly Uuid[]): Promise<KeptConsent[]>;
  listOf(modelId: AccountId, limit: number): Promise<KeptConsent[]>;
  /** Signed ones that wait for staff, the longest waiting first. */
  listWaiting(after: Uuid | undefined, limit: number): Promise<KeptConsent[]>;
  sign(
    within: Transaction,
    id: Uuid,
    signed: {
      readonly at: Date;
      readonly version: string;
      readonly hash: Buffer;
      readonly alias: string | null;
      readonly endsOn: string | null;
    },
  ): Promise<void>;
  noteFirst(within: Transaction, id: Uuid, by: AccountId, at: Date): Promise<void>;
  decide(
    within: Transaction,
    id: Uuid,
    verdict: {
      readonly state: 'approved' | 'invited' | 'refused';
      /** Null: the person has refused. */
      readonly by: AccountId | null;
      readonly at: Date;
      readonly note: string | null;
      readonly openUntil?: Date;
    },
  ): Promise<void>;
  revoke(
    within: Transaction,
    id: Uuid,
    by: 'model' | 'performer',
    at: Date,
    reason: string | null,
  ): Promise<void>;
  /** Stores who takes part in a broadcast; a repeat changes nothing. */
  nameIn(
    within: Transaction,
    broadcastId: Uuid,
    modelId: AccountId,
    ids: readonly Uuid[],
    at: Date,
  ): Promise<void>;
  /** Removes everybody else. */
  unnameOthers(within: Transaction, broadcastId: Uuid, ids: readonly Uuid[]): Promise<void>;
  /** Who was named in a broadcast. */
  listNamed(within: Transaction, broadcastId: Uuid): Promise<Uuid[]>;
  /** Broadcasts that have named this person. */
  listBroadcasts(within: Transaction, id: Uuid): Promise<Uuid[]>;
}

const COLUMNS = sql`id, model_id as "modelId", name, email, username, scopes, valid_from::text as "validFrom",
  valid_until::text as "validUntil", alias, state, asked_at as "askedAt", open_until as "openUntil", attempt,
  signed_at as "signedAt", text_version as "textVersion", first_by as "firstBy", first_at as "firstAt", note,
  ends_on::text as "endsOn"`;

const readers = (kysely: Database['kysely']) =>
  ({
    async findByKey(key) {
      const { rows } = await sql<KeptConsent>`
      select ${COLUMNS} from co_performer_consents where key_hash = ${sha256(key)}`.execute(kysely);
      return rows[0];
    },
    async find(id) {
      const { rows } = await sql<KeptConsent>`
      select ${COLUMNS} from co_performer_consents where id = ${id}`.execute(kysely);
      return rows[0];
    },
    async countToAddress({ email, username }, since, until) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from co_performer_consents
      where (lower(email) = lower(${email}) or lower(username) = lower(${username})) and asked_at > ${since} and id <= ${until}`.execute(
        kysely,
      );
      return rows[0]!.n;
    },
    async listOf(modelId, limit) {
      const { rows } = await sql<KeptConsent>`select ${COLUMNS} from co_performer_consents
      where model_id = ${modelId} order by id desc limit ${limit}`.execute(kysely);
      return rows;
    },
    async listWaiting(after, limit) {
      const { rows } = await sql<KeptConsent>`select ${COLUMNS} from co_performer_consents
      where state = 'pending' and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
      order by id limit ${limit}`.execute(kysely);
      return rows;
    },
  }) satisfies Partial<ConsentStore>;

const lockers = () =>
  ({
    async lockModel(within, modelId) {
      await sql`select 1 from accounts where id = ${modelId} for update`.execute(within);
    },
    async lockAddress(within, { email, username }) {
      await sql`select pg_advisory_xact_lock(hashtextextended('consents to ' || lower(coalesce(${email}::text,
        (select email from accounts where username = lower(${username}::text)), ${username}::text)), 0))`.execute(
        within,
      );
    },
    async lock(within, id) {
      const { rows } = await sql<KeptConsent>`
      select ${COLUMNS} from co_performer_consents where id = ${id} for update`.execute(within);
      return rows[0];
    },
    async lockShared(within, ids) {
      const { rows } = await sql<KeptConsent>`select ${COLUMNS} from co_performer_consents
      where id = any(${[...ids]}::uuid[]) order by id for share`.execute(within);
      return rows;
    },
  }) satisfies Partial<ConsentStore>;

/** Every statement about consents of co-performers. */
export function makeConsentStore({ kysely }: Pick<Database, 'kysely'>): ConsentStore {
  return {
    ...readers(kysely),
    ...lockers(),
    async countOpen(within, modelId, now, since) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from co_performer_consents
        where model_id = ${modelId}
          and ((state = 'invited' and open_until > ${now}) or asked_at > ${since})`.execute(within);
      return rows[0]!.n;
    },
    async add(within, one) {
      const id = uuidv7();
      await sql`insert into co_performer_consents
          (id, model_id, name, email, username, scopes, valid_from, valid_until, asked_at, open_until)
        values (${id}, ${one.modelId}, ${one.name}, ${one.email}, ${one.username}, ${[...one.scopes]}::text[],
          ${one.validFrom}, ${one.validUntil}, ${one.askedAt}, ${one.openUntil})`.execute(within);
      return id;
    },
    async issueKey(id, at) {
      const key = randomToken(32);
      await sql`update co_performer_consents set key_hash = ${sha256(key)}, mailed_at = ${at}
        where id = ${id}`.execute(kysely);
      return key;
    },
    async sign(within, id, { at, version, hash, alias, endsOn }) {
      await sql`update co_performer_consents set state = 'pending', signed_at = ${at}, text_version = ${version},
          text_hash = ${hash}, alias = ${alias}, ends_on = ${endsOn}, attempt = attempt + 1, first_by = null,
          first_at = null, note = null
        where id = ${id}`.execute(within);
    },
    async noteFirst(within, id, by, at) {
      await sql`update co_performer_consents set first_by = ${by}, first_at = ${at} where id = ${id}`.execute(
        within,
      );
    },
    async decide(within, id, { state, by, at, note, openUntil }) {
      await sql`update co_performer_consents set state = ${state}, decided_by = ${by}, decided_at = ${at},
          note = ${note}, open_until = coalesce(${openUntil ?? null}::timestamptz, open_until)
        where id = ${id}`.execute(within);
    },
    async revoke(within, id, by, at, reason) {
      await sql`update co_performer_consents set state = 'revoked', revoked_at = ${at}, revoked_by = ${by},
          revoke_reason = ${reason} where id = ${id}`.execute(within);
    },
    async nameIn(within, broadcastId, modelId, ids, at) {
      await sql`insert into broadcast_performers (broadcast_id, consent_id, model_id, named_at)
        select ${broadcastId}, c, ${modelId}, ${at} from unnest(${[...ids]}::uuid[]) c
        on conflict do nothing`.execute(within);
    },
    async unnameOthers(within, broadcastId, ids) {
      await sql`delete from broadcast_performers
        where broadcast_id = ${broadcastId} and not consent_id = any(${[...ids]}::uuid[])`.execute(within);
    },
    async listNamed(within, broadcastId) {
      const { rows } = await sql<{ id: Uuid }>`
        select consent_id as id from broadcast_performers where broadcast_id = ${broadcastId} order by consent_id`.execute(
        within,
      );
      return rows.map((row) => row.id);
    },
    async listBroadcasts(within, id) {
      const { rows } = await sql<{ id: Uuid }>`
        select broadcast_id as id from broadcast_performers where consent_id = ${id}`.execute(within);
      return rows.map((row) => row.id);
    },
  };
}
