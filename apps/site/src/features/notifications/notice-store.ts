import type { Notice } from '@klieg/contract';
import { type AccountId, toInstant, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

export interface NewNotice {
  readonly kind: Notice['kind'];
  readonly title: string;
  readonly body: string;
  readonly url: string | null;
}

export interface NoticeStore {
  /** Answers the unread count after it. */
  add(accountId: AccountId, notice: NewNotice): Promise<number>;
  countUnread(accountId: AccountId): Promise<number>;
  /** Newest first; the cursor is the last id. */
  list(accountId: AccountId, cursor: Uuid | undefined, limit: number): Promise<Notice[]>;
  /** Marks the given ones read, or all; answers the unread count after it. */
  markRead(accountId: AccountId, ids: readonly Uuid[] | undefined): Promise<number>;
}

interface Row {
  readonly id: Uuid;
  readonly kind: Notice['kind'];
  readonly title: string;
  readonly body: string;
  readonly url: string | null;
  readonly created_at: Date;
  readonly read_at: Date | null;
}

export function makeNoticeStore({ kysely }: Database): NoticeStore {
  const countUnread = async (accountId: AccountId): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from notices where account_id = ${accountId} and read_at is null`.execute(kysely);
    return rows[0]!.n;
  };
  return {
    async add(accountId, { kind, title, body, url }) {
      await sql`insert into notices (id, account_id, kind, title, body, url)
        values (${uuidv7()}, ${accountId}, ${kind}, ${title}, ${body}, ${url})`.execute(kysely);
      return countUnread(accountId);
    },
    countUnread,
    async list(accountId, cursor, limit) {
      const { rows } = await sql<Row>`
        select id, kind, title, body, url, created_at, read_at from notices
        where account_id = ${accountId} and (${cursor ?? null}::uuid is null or id < ${cursor ?? null}::uuid)
        order by id desc limit ${limit}`.execute(kysely);
      return rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        title: row.title,
        body: row.body,
        url: row.url,
        created_at: toInstant(row.created_at),
        read_at: row.read_at ? toInstant(row.read_at) : null,
      }));
    },
    async markRead(accountId, ids) {
      await sql`update notices set read_at = now() where account_id = ${accountId} and read_at is null
        and (${ids === undefined} or id = any(${ids ?? []}::uuid[]))`.execute(kysely);
      return countUnread(accountId);
    },
  };
}
