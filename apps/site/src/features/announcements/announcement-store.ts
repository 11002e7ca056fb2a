import type { AnnouncementAudience } from '@klieg/contract';
import type { Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** An announcement as staff wrote it. */
export interface KeptAnnouncement {
  readonly id: Uuid;
  readonly title: string;
  readonly body: string;
  readonly audience: AnnouncementAudience;
  readonly createdAt: Date;
}

const COLUMNS = sql`id, title, body, audience, created_at as "createdAt" from announcements`;

/** What the operator tells members. */
export interface AnnouncementStore {
  /** For some audiences, newest first; before an id, where one is given. */
  list(
    audiences: readonly AnnouncementAudience[],
    page: { readonly before: Uuid | undefined; readonly limit: number },
  ): Promise<KeptAnnouncement[]>;
  /** Under a lock until the end of the transaction. */
  lock(transaction: Transaction, id: Uuid): Promise<KeptAnnouncement | undefined>;
  /** Adds it, or changes the one of its id. @returns false where there are too many already */
  put(
    transaction: Transaction,
    announcement: Omit<KeptAnnouncement, 'createdAt'>,
    most: number,
  ): Promise<boolean>;
  remove(transaction: Transaction, id: Uuid): Promise<void>;
}

export function makeAnnouncementStore({ kysely }: Pick<Database, 'kysely'>): AnnouncementStore {
  return {
    async list(audiences, { before, limit }) {
      const { rows } = await sql<KeptAnnouncement>`
        select ${COLUMNS} where audience = any(${[...audiences]}::text[])
          and (${before ?? null}::uuid is null or id < ${before ?? null}::uuid)
        order by id desc limit ${limit}`.execute(kysely);
      return rows;
    },
    async lock(transaction, id) {
      const { rows } = await sql<KeptAnnouncement>`select ${COLUMNS} where id = ${id} for update`.execute(
        transaction,
      );
      return rows[0];
    },
    async put(transaction, one, most) {
      const { rows } = await sql`
        insert into announcements (id, title, body, audience)
        select ${one.id}::uuid, ${one.title}, ${one.body}, ${one.audience}
        where (select count(*) from announcements where id <> ${one.id}::uuid) < ${most}
        on conflict (id) do update set title = excluded.title, body = excluded.body, audience = excluded.audience
        returning 1`.execute(transaction);
      return rows.length > 0;
    },
    async remove(transaction, id) {
      await sql`delete from announcements where id = ${id}`.execute(transaction);
    },
  };
}
