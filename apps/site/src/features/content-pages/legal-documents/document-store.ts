import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '#site/platform/postgres/index.ts';

/** A document as it was issued, and its signature. */
export interface KeptDocument {
  readonly number: number;
  readonly id: Uuid;
  readonly template: string;
  readonly title: string;
  readonly version: string;
  readonly document_html: string;
  readonly document_text: string;
  readonly signer_name: string | null;
  readonly account_id: AccountId | null;
  readonly username: string | null;
  readonly email: string;
  readonly issued_by: string;
  readonly issued_at: Date;
  readonly expires_at: Date;
  readonly signed_at: Date | null;
  readonly signature: string | null;
}

export type NewDocument = Omit<KeptDocument, 'number' | 'username' | 'signed_at' | 'signature'> & {
  readonly keyDigest: Buffer;
};

/** Documents to sign. */
export interface DocumentStore {
  add(transaction: Transaction, document: NewDocument): Promise<void>;
  findByKey(keyDigest: Buffer): Promise<KeptDocument | undefined>;
  findByNumber(number: number): Promise<KeptDocument | undefined>;
  /** Under a lock until the end of the transaction. */
  lock(transaction: Transaction, number: number): Promise<KeptDocument | undefined>;
  sign(
    transaction: Transaction,
    number: number,
    by: { readonly at: Date; readonly signature: string; readonly address: string },
  ): Promise<void>;
  /** Newest first. @param before id of the last that is known */
  list(before: Uuid | undefined, limit: number): Promise<KeptDocument[]>;
}

const DOCUMENT = sql`
  d.number::int8::float8 as number, d.id, d.template, d.title, d.version, d.document_html, d.document_text,
  d.signer_name, d.account_id, a.username, d.email, d.issued_by, d.issued_at, d.expires_at, d.signed_at, d.signature
  from legal_documents d left join accounts a on a.id = d.account_id`;

export function makeDocumentStore({ kysely }: Pick<Database, 'kysely'>): DocumentStore {
  return {
    async add(transaction, one) {
      await sql`
        insert into legal_documents (id, key_digest, template, title, version, document_html, document_text,
          signer_name, account_id, email, issued_by, issued_at, expires_at)
        values (${one.id}, ${one.keyDigest}, ${one.template}, ${one.title}, ${one.version}, ${one.document_html},
          ${one.document_text}, ${one.signer_name}, ${one.account_id}, ${one.email}, ${one.issued_by},
          ${one.issued_at}, ${one.expires_at})`.execute(transaction);
    },
    async findByKey(keyDigest) {
      const { rows } = await sql<KeptDocument>`select ${DOCUMENT} where d.key_digest = ${keyDigest}`.execute(
        kysely,
      );
      return rows[0];
    },
    async findByNumber(number) {
      const { rows } = await sql<KeptDocument>`select ${DOCUMENT} where d.number = ${number}`.execute(kysely);
      return rows[0];
    },
    async lock(transaction, number) {
      const { rows } = await sql<KeptDocument>`
        select ${DOCUMENT} where d.number = ${number} for update of d`.execute(transaction);
      return rows[0];
    },
    async sign(transaction, number, { at, signature, address }) {
      await sql`
        update legal_documents set signed_at = ${at}, signature = ${signature}, signed_from = ${address}
        where number = ${number}`.execute(transaction);
    },
    async list(before, limit) {
      const { rows } = await sql<KeptDocument>`
        select ${DOCUMENT} where ${before ?? null}::uuid is null or d.id < ${before ?? null}::uuid
        order by d.id desc limit ${limit}`.execute(kysely);
      return rows;
    },
  };
}
