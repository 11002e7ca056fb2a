import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

export type ItemKind = 'page' | 'avatar' | 'message_picture' | 'recording' | 'media' | 'fan_logo';
export type ItemState = 'shown' | 'quarantined' | 'removed' | 'restored';

/** Something that a complaint is about. */
export interface ComplaintItem {
  readonly id: Uuid;
  readonly complaintId: Uuid;
  readonly kind: ItemKind;
  readonly ref: string;
  readonly blobs: readonly string[];
  readonly ownerId: AccountId | null;
  readonly owner: string | null;
  readonly isCopy: boolean;
  readonly wasShown: boolean;
  readonly state: ItemState;
}

export interface ItemStore {
  /** Adds what is not there yet. */
  add(
    within: Transaction,
    complaintId: Uuid,
    item: Pick<ComplaintItem, 'kind' | 'ref' | 'blobs' | 'isCopy'> & { readonly ownerId: AccountId },
  ): Promise<void>;
  /** In the order of their owners, so that two who change the same wait for each other and never both ways. */
  list(complaintId: Uuid, within?: Transaction): Promise<ComplaintItem[]>;
  find(id: string): Promise<ComplaintItem | undefined>;
  setState(within: Transaction, id: Uuid, state: ItemState, wasShown: boolean): Promise<void>;
  /** The other complaint that keeps it out of reach remembers that it was shown. */
  handOn(within: Transaction, item: ComplaintItem): Promise<boolean>;
  /** Account of a name, for pages that are named. */
  findPage(within: Transaction, username: string): Promise<AccountId | undefined>;
  /** Names of picture files that were kept before their digests were. */
  listUndigested(limit: number): Promise<string[]>;
}

const ITEMS = sql`select i.id, i.complaint_id as "complaintId", i.kind, i.ref, i.blobs, i.owner_id as "ownerId",
  a.username as owner, i.is_copy as "isCopy", i.was_shown as "wasShown", i.state
  from complaint_items i left join accounts a on a.id = i.owner_id`;

export function makeItemStore({ kysely }: Pick<Database, 'kysely'>): ItemStore {
  return {
    async add(within, complaintId, { kind, ref, blobs, ownerId, isCopy }) {
      await sql`insert into complaint_items (id, complaint_id, kind, ref, blobs, owner_id, is_copy)
        values (${uuidv7()}, ${complaintId}, ${kind}, ${ref}, ${[...blobs]}, ${ownerId}, ${isCopy})
        on conflict (complaint_id, kind, ref) do nothing`.execute(within);
    },
    async list(complaintId, within) {
      const { rows } = await sql<ComplaintItem>`
        ${ITEMS} where i.complaint_id = ${complaintId} order by i.owner_id, i.kind, i.ref`.execute(
        within ?? kysely,
      );
      return rows;
    },
    async find(id) {
      return (await sql<ComplaintItem>`${ITEMS} where i.id = ${id}::uuid`.execute(kysely)).rows[0];
    },
    async setState(within, id, state, wasShown) {
      await sql`update complaint_items set state = ${state}, was_shown = ${wasShown} where id = ${id}`.execute(
        within,
      );
    },
    async handOn(within, { complaintId, kind, ref, wasShown }) {
      const { rows } = await sql`
        update complaint_items set was_shown = was_shown or ${wasShown}
        where kind = ${kind} and ref = ${ref} and complaint_id <> ${complaintId}
          and state in ('quarantined', 'removed') returning 1`.execute(within);
      return rows.length > 0;
    },
    async findPage(within, username) {
      const { rows } = await sql<{ id: AccountId }>`
        select id from accounts where username = ${username}`.execute(within);
      return rows[0]?.id;
    },
    async listUndigested(limit) {
      const { rows } = await sql<{ blob: string }>`
        select f.blob from (
          select 'avatars/' || id || '.jpg' as blob from avatar_pictures where state = 'kept'
          union all select 'pm/' || id || '.jpg' from message_pictures) f
        where not exists (select 1 from picture_digests d where d.blob = f.blob) limit ${limit}`.execute(
        kysely,
      );
      return rows.map(({ blob }) => blob);
    },
  };
}
