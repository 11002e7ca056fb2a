import type { Notice } from '@klieg/contract';
import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { NewNotice } from './notice-codes.ts';

/** A notice as it is kept: of a code and its parameters, or of words, as before there were codes. */
export interface KeptNotice {
  readonly kind: Notice['kind'];
  readonly title: string;
  readonly body: string;
  readonly url: string | null;
  readonly id: Uuid;
  readonly code: string | null;
  readonly params: Readonly<Record<string, unknown>> | null;
  readonly createdAt: Date;
  readonly readAt: Date | null;
}

export interface NoticeStore {
  /** Answers the unread count after it. */
  add(accountId: AccountId, notice: NewNotice, within?: Transaction): Promise<number>;
  countUnread(accountId: AccountId): Promise<number>;
  /** Newest first; the cursor is the last id. */
  list(accountId: AccountId, cursor: Uuid | undefined, limit: number): Promise<KeptNotice[]>;
  /** Marks the given ones read, or all; answers the unread count after it. */
  markRead(accountId: AccountId, ids: readonly Uuid[] | undefined): Promise<number>;
}

export function makeNoticeStore({ kysely }: Database): NoticeStore {
  const countUnread = async (accountId: AccountId, within?: Transaction): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from notices where account_id = ${accountId} and read_at is null`.execute(
      within ?? kysely,
    );
    return rows[0]!.n;
  };
  return {
    async add(accountId, { kind, code, params, url }, within) {
      await sql`insert into notices (id, account_id, kind, code, params, url)
        values (${uuidv7()}, ${accountId}, ${kind}, ${code}, ${JSON.stringify(params)}::jsonb, ${url})`.execute(
        within ?? kysely,
      );
      return countUnread(accountId, within);
    },
    countUnread: (accountId) => countUnread(accountId),
    async list(accountId, cursor, limit) {
      const { rows } = await sql<KeptNotice>`
        select id, kind, code, params, title, body, url, created_at as "createdAt", read_at as "readAt" from notices
        where account_id = ${accountId} and (${cursor ?? null}::uuid is null or id < ${cursor ?? null}::uuid)
        order by id desc limit ${limit}`.execute(kysely);
      return rows;
    },
    async markRead(accountId, ids) {
      await sql`update notices set read_at = now() where account_id = ${accountId} and read_at is null
        and (${ids === undefined} or id = any(${ids ?? []}::uuid[]))`.execute(kysely);
      return countUnread(accountId);
    },
  };
}
