import type { PmSort } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';
import type { ClubUnread } from './message.ts';

/** A conversation as one side lists it. */
export interface ListedConversation {
  readonly partnerId: AccountId;
  readonly partner: {
    readonly username: string;
    readonly displayName: string;
    readonly avatarUrl: string | null;
    readonly isModel: boolean;
  } | null;
  readonly isOpen: boolean;
  readonly unread: number;
  readonly lastAt: Date;
  /** Newest message that this side sees; null when all are deleted. */
  readonly last: { readonly text: string; readonly at: Date; readonly isMine: boolean } | null;
}

/** Sides of conversations: what is open, unread and newest. */
export interface ConversationStore {
  list(
    person: AccountId,
    query: { readonly sort: PmSort; readonly offset: number; readonly limit: number; readonly before?: Date },
  ): Promise<ListedConversation[]>;
  has(person: AccountId, partner: AccountId): Promise<boolean>;
  unreadTotal(person: AccountId): Promise<number>;
  /** Of what is unread, what performers have sent to the members of their fan clubs. */
  clubUnreadOf(person: AccountId): Promise<ClubUnread>;
  /** @returns false when there is no such conversation */
  close(person: AccountId, partner: AccountId): Promise<boolean>;
  sortOf(person: AccountId): Promise<PmSort>;
  saveSort(person: AccountId, sort: PmSort): Promise<void>;
}

interface Row {
  readonly partner_id: AccountId;
  readonly is_open: boolean;
  readonly unread: number;
  readonly last_at: Date;
  readonly username: string | null;
  readonly display_name: string;
  readonly avatar_url: string | null;
  readonly type: string;
  readonly text: string | null;
  readonly at: Date;
  readonly is_mine: boolean;
}

const ORDER: Readonly<Record<PmSort, RawBuilder<unknown>>> = {
  timestamp: sql`c.last_at desc, c.partner_id`,
  unread: sql`c.unread > 0 desc, c.last_at desc, c.partner_id`,
  username: sql`coalesce(a.username, 'deleted_'), c.partner_id`,
};

const conversationOf = (row: Row): ListedConversation => ({
  partnerId: row.partner_id,
  partner:
    row.username === null
      ? null
      : {
          username: row.username,
          displayName: row.display_name,
          avatarUrl: row.avatar_url,
          isModel: row.type === 'model',
        },
  isOpen: row.is_open,
  unread: row.unread,
  lastAt: row.last_at,
  last: row.text === null ? null : { text: row.text, at: row.at, isMine: row.is_mine },
});

/** Whether the person sees a message `m` at all. */
export const isSeenBy = (person: AccountId): RawBuilder<boolean> => sql<boolean>`
  (case when m.sender_id = ${person} then not m.deleted_by_sender
     else not m.deleted_by_receiver and not m.is_unseen end)`;

export function makeConversationStore({ kysely }: Database): ConversationStore {
  return {
    async list(person, { sort, offset, limit, before }) {
      const { rows } = await sql<Row>`
        with page as (
          select c.*, a.username, a.display_name, a.avatar_url, a.type,
            row_number() over (order by ${ORDER[sort]}) as place
          from conversations c left join accounts a on a.id = c.partner_id
          where c.account_id = ${person} and not c.is_gone
            and (${before ?? null}::timestamptz is null or c.last_at < ${before ?? null}::timestamptz)
          order by place offset ${offset} limit ${limit}
        )
        select page.*, newest.text, newest.at, newest.is_mine from page
        left join lateral (
          select case when m.deleted_at is null then m.text else '' end as text, m.created_at as at,
            m.sender_id = ${person} as is_mine
          from direct_messages m
          where m.low_id = least(page.account_id, page.partner_id)
            and m.high_id = greatest(page.account_id, page.partner_id)
            and (page.cleared_up_to is null or m.id > page.cleared_up_to) and ${isSeenBy(person)}
          order by m.id desc limit 1
        ) newest on true
        order by page.place`.execute(kysely);
      return rows.map(conversationOf);
    },
    async has(person, partner) {
      const { rows } = await sql`
        select 1 from conversations where account_id = ${person} and partner_id = ${partner}`.execute(kysely);
      return rows.length > 0;
    },
    async unreadTotal(person) {
      const { rows } = await sql<{ n: number }>`
        select coalesce(sum(unread), 0) as n from conversations
        where account_id = ${person} and not is_gone`.execute(kysely);
      return rows[0]!.n;
    },
    async clubUnreadOf(person) {
      const { rows } = await sql<ClubUnread>`
        select count(*)::int as unread, max(m.created_at) as at,
          (array_agg(a.username order by m.id desc))[1] as "from"
        from conversations c
        join direct_messages m on m.low_id = least(c.account_id, c.partner_id)
          and m.high_id = greatest(c.account_id, c.partner_id) and m.read_at is null
        left join accounts a on a.id = c.partner_id
        where c.account_id = ${person} and c.unread > 0 and not c.is_gone
          and m.sender_id = c.partner_id and m.is_for_fans and m.deleted_at is null
          and (c.cleared_up_to is null or m.id > c.cleared_up_to) and ${isSeenBy(person)}`.execute(kysely);
      return rows[0]!;
    },
    async close(person, partner) {
      const { rows } = await sql`
        update conversations set is_open = false
        where account_id = ${person} and partner_id = ${partner} returning 1`.execute(kysely);
      return rows.length > 0;
    },
    async sortOf(person) {
      const { rows } = await sql<{ sort: PmSort }>`
        select sort from message_preferences where account_id = ${person}`.execute(kysely);
      return rows[0]?.sort ?? 'timestamp';
    },
    async saveSort(person, sort) {
      await sql`insert into message_preferences (account_id, sort) values (${person}, ${sort})
        on conflict (account_id) do update set sort = excluded.sort`.execute(kysely);
    },
  };
}
