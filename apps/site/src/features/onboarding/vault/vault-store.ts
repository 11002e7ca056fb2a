import type { ModelDocument, ViewerDocument } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '#site/platform/postgres/index.ts';
import type { WrappedKey } from './envelope.ts';

export type DocumentKind = ModelDocument | ViewerDocument;
export type RecordKind = DocumentKind | 'person' | 'signature';

/** Its owner: an account, by number, or a consent, whose person may have none. */
export type VaultOwner = AccountId | Uuid;

/** What the database knows of something in the vault: owner and kind, but not the content. */
export interface VaultRecord extends WrappedKey {
  readonly id: Uuid;
  readonly owner: VaultOwner;
  readonly kind: RecordKind;
  readonly sealedDetails: Buffer;
  readonly createdAt: Date;
}

export interface VaultStore {
  /** Before its file is written, so that no file is left without a row. */
  add(record: VaultRecord, within?: Transaction): Promise<void>;
  /** Replaces the earlier one of its kind: a reviewed one is kept as the law requires, a draft is deleted. */
  keep(within: Transaction, record: Pick<VaultRecord, 'id' | 'owner' | 'kind'>): Promise<void>;
  markSubmitted(within: Transaction, owner: VaultOwner): Promise<void>;
  /** They no longer count, but are kept for the law. */
  retire(within: Transaction, ids: readonly Uuid[]): Promise<void>;
  listKept(owner: VaultOwner, within?: Transaction): Promise<VaultRecord[]>;
  /** Identities of these people from what they have sent, now and before: newest first. */
  listPersons(owners: readonly VaultOwner[]): Promise<VaultRecord[]>;
  /** A record that is kept or was. */
  find(id: Uuid): Promise<VaultRecord | undefined>;
  /** Documents of identity of approved models, after that id. */
  listShown(after: Uuid | undefined, limit: number): Promise<(VaultRecord & { readonly owner: AccountId })[]>;
  /** Records that another key than this has sealed, after that id. */
  listOfOtherKeys(keyId: string, after: Uuid | undefined, limit: number): Promise<VaultRecord[]>;
  rewrap(id: Uuid, from: string, to: WrappedKey): Promise<void>;
  /** Given up, or of a day ago and never finished. */
  listLoose(now: Date, limit: number): Promise<Uuid[]>;
  /** Its file is gone. */
  forget(id: Uuid): Promise<void>;
}

interface Row extends Omit<VaultRecord, 'owner'> {
  readonly accountId: AccountId | null;
  readonly consentId: Uuid | null;
}

const recordOf = ({ accountId, consentId, ...record }: Row): VaultRecord => ({
  ...record,
  // One of the two is there.
  owner: accountId ?? consentId!,
});
const isConsent = (owner: VaultOwner): owner is Uuid => typeof owner === 'string';
const isOf = (owner: VaultOwner) =>
  isConsent(owner) ? sql`r.consent_id = ${owner}` : sql`r.account_id = ${owner}`;

const COLUMNS = sql`r.id, r.account_id as "accountId", r.consent_id as "consentId", r.kind, r.key_id as "keyId", r.wrapped_key as "wrappedKey",
  r.sealed_details as "sealedDetails", r.created_at as "createdAt"`;
const isAfter = (id: Uuid | undefined) => sql`(${id ?? null}::uuid is null or r.id > ${id ?? null}::uuid)`;

export function makeVaultStore({ kysely }: Pick<Database, 'kysely'>): VaultStore {
  return {
    async add({ id, owner, kind, keyId, wrappedKey, sealedDetails, createdAt }, within) {
      await sql`insert into vault_records
          (id, account_id, consent_id, kind, state, key_id, wrapped_key, sealed_details, created_at)
        values (${id}, ${isConsent(owner) ? null : owner}, ${isConsent(owner) ? owner : null}, ${kind}, 'new', ${keyId}, ${wrappedKey}, ${sealedDetails}, ${createdAt})`.execute(
        within ?? kysely,
      );
    },
    async keep(within, { id, owner, kind }) {
      await sql`update vault_records r set state = case when is_submitted then 'former' else 'dropped' end
        where ${isOf(owner)} and kind = ${kind} and state = 'kept'`.execute(within);
      await sql`update vault_records set state = 'kept' where id = ${id} and state = 'new'`.execute(within);
    },
    async markSubmitted(within, owner) {
      await sql`update vault_records r set is_submitted = true
        where ${isOf(owner)} and state = 'kept'`.execute(within);
    },
    async retire(within, ids) {
      await sql`update vault_records set state = 'former'
        where id = any(${[...ids]}::uuid[]) and state = 'kept'`.execute(within);
    },
    async listKept(owner, within) {
      const { rows } = await sql<Row>`select ${COLUMNS} from vault_records r
        where ${isOf(owner)} and r.state = 'kept' order by r.id`.execute(within ?? kysely);
      return rows.map(recordOf);
    },
    async listPersons(owners) {
      const accounts = owners.filter((owner) => !isConsent(owner));
      const consents = owners.filter(isConsent);
      const { rows } = await sql<Row>`select ${COLUMNS} from vault_records r
        where r.kind = 'person' and r.state in ('kept', 'former')
          and (r.account_id = any(${accounts}::bigint[]) or r.consent_id = any(${consents}::uuid[]))
        order by r.id desc`.execute(kysely);
      return rows.map(recordOf);
    },
    async find(id) {
      const { rows } = await sql<Row>`select ${COLUMNS} from vault_records r
        where r.id = ${id} and r.state in ('kept', 'former')`.execute(kysely);
      return rows[0] && recordOf(rows[0]);
    },
    async listShown(after, limit) {
      const { rows } = await sql<Row & { readonly accountId: AccountId }>`
        select ${COLUMNS} from vault_records r join accounts a on a.id = r.account_id
        where a.type = 'model' and a.compliance_status = 'approved' and r.state = 'kept'
          and r.kind in ('id_front', 'id_back', 'passport') and ${isAfter(after)}
        order by r.id limit ${limit}`.execute(kysely);
      return rows.map((row) => ({ ...recordOf(row), owner: row.accountId }));
    },
    async listOfOtherKeys(keyId, after, limit) {
      const { rows } = await sql<Row>`select ${COLUMNS} from vault_records r
        where r.key_id <> ${keyId} and ${isAfter(after)} order by r.id limit ${limit}`.execute(kysely);
      return rows.map(recordOf);
    },
    async rewrap(id, from, { keyId, wrappedKey }) {
      await sql`update vault_records set key_id = ${keyId}, wrapped_key = ${wrappedKey}
        where id = ${id} and key_id = ${from}`.execute(kysely);
    },
    async listLoose(now, limit) {
      const { rows } = await sql<{ id: Uuid }>`
        select id from vault_records where state = 'dropped'
          or (state = 'new' and created_at < ${now}::timestamptz - interval '1 day') limit ${limit}`.execute(
        kysely,
      );
      return rows.map(({ id }) => id);
    },
    async forget(id) {
      await sql`delete from vault_records where id = ${id}`.execute(kysely);
    },
  };
}
