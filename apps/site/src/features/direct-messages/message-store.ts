import type { AccountId, Uuid } from '@klieg/kernel';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';
import { isSeenBy } from './conversation-store.ts';
import { keepMessage } from './keep-message-store.ts';
import type { Kept, Message, NewMessage, Removed, SentMessage, Side } from './message.ts';
import { lockPair, MESSAGE, messageOf, type MessageRow, pairIs, sentOf } from './message-row-store.ts';
import { REPLY_DAYS, TAKE_BACK_MS } from './message-rules.ts';

/** Messages between two people, and what each side still has of them. */
export interface MessageStore {
  /** Keeps a message once per sender and client id, and opens the conversation on both sides. */
  keep(message: NewMessage): Promise<Kept>;
  /** Newest first; older than `before`, holding the words. */
  page(
    person: AccountId,
    partner: AccountId,
    query: { readonly before?: string; readonly words?: string; readonly limit: number },
  ): Promise<Message[]>;
  /** Reads up to a message; never moves back. @returns also whether messages of a fan club were among them */
  markRead(
    person: AccountId,
    partner: AccountId,
    upTo: string,
  ): Promise<Side & { readonly isOfClub: boolean }>;
  /** Deletes messages: own recent ones for both, all others only for the person. */
  remove(person: AccountId, partner: AccountId, ids: readonly string[]): Promise<Removed>;
  /** Deletes the person's copy of the whole conversation. @returns false when there is none */
  removeAll(person: AccountId, partner: AccountId): Promise<boolean>;
  /** True when the partner wrote to the person lately, so that an answer is free. */
  wasWrittenTo(person: AccountId, partner: AccountId): Promise<boolean>;
  /** One message as sent, with who still has it; including taken-back ones. */
  find(id: string): Promise<SentMessage | undefined>;
  /** What a sender sent under a client id. */
  findSent(sender: AccountId, clientId: string): Promise<SentMessage | undefined>;
  nextSeq(): Promise<number>;
}

/** Escapes what `like` reads as a pattern. */
const literal = (words: string): string => words.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** Recounts what a side has not read. */
const recount = async (on: Transaction<unknown>, person: AccountId, partner: AccountId) => {
  const { rows } = await sql<Side>`
    update conversations c set unread = (
      select count(*) from direct_messages m
      where ${pairIs(person, partner)} and m.sender_id = ${partner} and m.read_at is null
        and m.deleted_at is null and (c.cleared_up_to is null or m.id > c.cleared_up_to)
        and ${isSeenBy(person)})
    where c.account_id = ${person} and c.partner_id = ${partner}
    returning unread, nextval('message_seq') as seq`.execute(on);
  return rows[0] ?? { unread: 0, seq: 0 };
};

export function makeMessageStore({ kysely }: Database): MessageStore {
  return {
    keep: (given) => keepMessage(kysely, given),
    async page(person, partner, { before, words, limit }) {
      const { rows } = await sql<MessageRow>`${MESSAGE}
        join conversations c on c.account_id = ${person} and c.partner_id = ${partner}
        where ${pairIs(person, partner)} and ${isSeenBy(person)}
          and (c.cleared_up_to is null or m.id > c.cleared_up_to)
          and (${before ?? null}::uuid is null or m.id < ${before ?? null}::uuid)
          and (${words === undefined} or (m.deleted_at is null and m.text ilike ${`%${literal(words ?? '')}%`}))
        order by m.id desc limit ${limit}`.execute(kysely);
      return rows.map(messageOf);
    },
    markRead: (person, partner, upTo) =>
      kysely.transaction().execute(async (transaction) => {
        await lockPair(transaction, person, partner);
        const { rows } = await sql<{ is_for_fans: boolean }>`update direct_messages m set read_at = now()
          where ${pairIs(person, partner)} and m.sender_id = ${partner} and m.read_at is null
            and m.id <= ${upTo}::uuid and not m.is_unseen
          returning m.is_for_fans`.execute(transaction);
        const side = await recount(transaction, person, partner);
        return { ...side, isOfClub: rows.some((row) => row.is_for_fans) };
      }),
    remove: (person, partner, ids) =>
      kysely.transaction().execute(async (transaction) => {
        await lockPair(transaction, person, partner);
        const { rows: both } = await sql<{ id: Uuid; is_unseen: boolean; is_for_fans: boolean }>`
          update direct_messages m set deleted_at = now()
          where ${pairIs(person, partner)} and m.id = any(${ids}::uuid[]) and m.sender_id = ${person}
            and m.deleted_at is null and not m.deleted_by_sender
            and m.created_at > now() - make_interval(secs => ${TAKE_BACK_MS / 1000})
          returning id, is_unseen, is_for_fans`.execute(transaction);
        const { rows: mine } = await sql<{ id: Uuid; is_received: boolean }>`
          update direct_messages m set
            deleted_by_sender = deleted_by_sender or sender_id = ${person},
            deleted_by_receiver = deleted_by_receiver or sender_id <> ${person}
          where ${pairIs(person, partner)} and m.id = any(${ids}::uuid[]) and m.id <> all(${both.map(({ id }) => id)}::uuid[])
            and ${isSeenBy(person)}
          returning id, is_for_fans and sender_id <> ${person} as is_received`.execute(transaction);
        await recount(transaction, person, partner);
        await recount(transaction, partner, person);
        return {
          both: both.map(({ id }) => id),
          bothSeen: both.filter((row) => !row.is_unseen).map(({ id }) => id),
          mine: mine.map(({ id }) => id),
          clubReaders: [
            ...(mine.some((row) => row.is_received) ? [person] : []),
            ...(both.some((row) => row.is_for_fans) ? [partner] : []),
          ],
        };
      }),
    removeAll: (person, partner) =>
      kysely.transaction().execute(async (transaction) => {
        await lockPair(transaction, person, partner);
        const { rows } = await sql`
          update conversations c set is_open = false, is_gone = true, unread = 0,
            cleared_up_to = coalesce((select m.id from direct_messages m where ${pairIs(person, partner)}
              order by m.id desc limit 1), c.cleared_up_to)
          where c.account_id = ${person} and c.partner_id = ${partner} returning 1`.execute(transaction);
        return rows.length > 0;
      }),
    async wasWrittenTo(person, partner) {
      const { rows } = await sql`
        select 1 from direct_messages m where ${pairIs(person, partner)} and m.sender_id = ${partner}
          and not m.is_unseen and m.deleted_at is null
          and m.created_at > now() - make_interval(days => ${REPLY_DAYS}) limit 1`.execute(kysely);
      return rows.length > 0;
    },
    async find(id) {
      const { rows } = await sql<MessageRow>`${MESSAGE} where m.id = ${id}::uuid`.execute(kysely);
      return rows[0] && sentOf(rows[0]);
    },
    async findSent(sender, clientId) {
      const { rows } = await sql<MessageRow>`${MESSAGE}
        where m.sender_id = ${sender} and m.client_id = ${clientId}::uuid`.execute(kysely);
      return rows[0] && sentOf(rows[0]);
    },
    async nextSeq() {
      const { rows } = await sql<{ seq: number }>`select nextval('message_seq') as seq`.execute(kysely);
      return rows[0]!.seq;
    },
  };
}
