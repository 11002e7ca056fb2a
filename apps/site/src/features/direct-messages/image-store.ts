import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

export interface NewImage {
  readonly id: Uuid;
  readonly ownerId: AccountId;
  readonly partnerId: AccountId;
  readonly width: number;
  readonly height: number;
  readonly sizeBytes: number;
}

/** Images of messages; their bytes are blobs. */
export interface ImageStore {
  add(image: NewImage): Promise<void>;
  /** True when the person may see the image: its message, or as its sender before there is one. */
  mayOpen(id: string, person: AccountId): Promise<boolean>;
  /** Whose it is. */
  findOwner(within: Transaction, id: string): Promise<AccountId | undefined>;
  /** Hides it from everybody, or shows it again. @returns whether a message has it */
  withhold(within: Transaction, id: string, isWithheld: boolean): Promise<boolean>;
  /** Takes out images of a day ago that no message took. */
  takeLoose(limit: number): Promise<Uuid[]>;
}

export function makeImageStore({ kysely }: Database): ImageStore {
  return {
    async add({ id, ownerId, partnerId, width, height, sizeBytes }) {
      await sql`insert into message_pictures (id, owner_id, partner_id, width, height, size_bytes)
        values (${id}, ${ownerId}, ${partnerId}, ${width}, ${height}, ${sizeBytes})`.execute(kysely);
    },
    async mayOpen(id, person) {
      const { rows } = await sql`
        select 1 from message_pictures p left join direct_messages m on m.id = p.message_id
        left join conversations c on c.account_id = ${person}
          and c.partner_id = case when m.low_id = ${person} then m.high_id else m.low_id end
        where p.id = ${id}::uuid and p.withheld_at is null and case
          when m.id is null then p.owner_id = ${person}
          when m.deleted_at is not null or m.id <= c.cleared_up_to then false
          when m.sender_id = ${person} then not m.deleted_by_sender
          else ${person} in (m.low_id, m.high_id) and not m.deleted_by_receiver and not m.is_unseen end`.execute(
        kysely,
      );
      return rows.length > 0;
    },
    async findOwner(within, id) {
      const { rows } = await sql<{ owner: AccountId }>`
        select owner_id as owner from message_pictures where id = ${id}::uuid`.execute(within);
      return rows[0]?.owner;
    },
    async withhold(within, id, isWithheld) {
      const { rows } = await sql<{ sent: boolean }>`
        update message_pictures set withheld_at = ${isWithheld ? sql`now()` : null}
        where id = ${id}::uuid returning message_id is not null as sent`.execute(within);
      return rows[0]?.sent ?? false;
    },
    async takeLoose(limit) {
      const { rows } = await sql<{ id: Uuid }>`
        delete from message_pictures where id in (
          select id from message_pictures
          where message_id is null and created_at < now() - interval '1 day' limit ${limit})
        returning id`.execute(kysely);
      return rows.map(({ id }) => id);
    },
  };
}
