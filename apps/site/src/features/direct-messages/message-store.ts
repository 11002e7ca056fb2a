import type { AccountId, Uuid } from '@klieg/kernel';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';
import { isSeenBy } from './conversation-store.ts';
import { isTooManyNew, REPLY_DAYS, TAKE_BACK_MS } from './message-rules.ts';

/** A message as it is kept. */
export interface Message {
  readonly id: Uuid;
  readonly senderId: AccountId;
  readonly text: string;
  readonly tipTokens: number | null;
  readonly picture: { readonly id: Uuid; readonly width: number; readonly height: number } | null;
  readonly at: Date;
  readonly readAt: Date | null;
  readonly isTakenBack: boolean;
  readonly isUnseen: boolean;
}

export interface NewMessage {
  readonly id: Uuid;
  readonly senderId: AccountId;
  readonly receiverId: AccountId;
  readonly clientId: string;
  readonly text: string;
  readonly pictureId: string | undefined;
  readonly tipTokens: number | null;
  /** The receiver ignores the sender: the sender alone sees it. */
  readonly isUnseen: boolean;
  /** Does not count as writing to somebody new. */
  readonly isFree: boolean;
}

/** What a side has not read, with the number of that state. */
export interface Side {
  readonly unread: number;
  readonly seq: number;
}

/** What became of a message to keep; `known` is the repeat of one that was kept before. */
export type Kept =
  | { readonly is: 'kept'; readonly message: Message; readonly side: Side | null }
  | { readonly is: 'known'; readonly message: Message }
  | { readonly is: 'conflict' | 'too_many_new' | 'no_picture' };

export interface Removed {
  /** Taken back for both; those of them that the partner never saw are left out of `bothSeen`. */
  readonly both: readonly Uuid[];
  readonly bothSeen: readonly Uuid[];
  /** Gone for the person alone. */
  readonly mine: readonly Uuid[];
}

/** A message with who has it. */
export interface SentMessage {
  readonly message: Message;
  readonly receiverId: AccountId;
}

export interface MessageStore {
  /** Keeps a message once per sender and client id, and opens the conversation on both sides. */
  keep(message: NewMessage): Promise<Kept>;
  /** Newest first; older than `before`, holding the words. */
  page(
    person: AccountId,
    partner: AccountId,
    query: { readonly before?: string; readonly words?: string; readonly limit: number },
  ): Promise<Message[]>;
  /** Reads up to a message; never moves back. */
  markRead(person: AccountId, partner: AccountId, upTo: string): Promise<Side>;
  /** Deletes messages: own new ones for both, all others for the person alone. */
  remove(person: AccountId, partner: AccountId, ids: readonly string[]): Promise<Removed>;
  /** Deletes the person's copy of the whole conversation. @returns false when there is none */
  removeAll(person: AccountId, partner: AccountId): Promise<boolean>;
  /** True when the partner wrote to the person lately, so that an answer is free. */
  wasWrittenTo(person: AccountId, partner: AccountId): Promise<boolean>;
  /** One message as it was sent, with who has it; taken-back ones too. */
  find(id: string): Promise<SentMessage | undefined>;
  /** What a sender sent under a client id. */
  findSent(sender: AccountId, clientId: string): Promise<SentMessage | undefined>;
  nextSeq(): Promise<number>;
}

interface Row {
  readonly id: Uuid;
  readonly low_id: AccountId;
  readonly high_id: AccountId;
  readonly sender_id: AccountId;
  readonly text: string;
  readonly tip_tokens: number | null;
  readonly image_id: Uuid | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly created_at: Date;
  readonly read_at: Date | null;
  readonly deleted_at: Date | null;
  readonly is_unseen: boolean;
}

const messageOf = (row: Row): Message => ({
  id: row.id,
  senderId: row.sender_id,
  text: row.text,
  tipTokens: row.tip_tokens,
  picture:
    row.image_id && row.width && row.height
      ? { id: row.image_id, width: row.width, height: row.height }
      : null,
  at: row.created_at,
  readAt: row.read_at,
  isTakenBack: row.deleted_at !== null,
  isUnseen: row.is_unseen,
});

const sentOf = (row: Row): SentMessage => ({
  message: messageOf(row),
  receiverId: row.low_id === row.sender_id ? row.high_id : row.low_id,
});

const MESSAGE = sql`select m.*, p.width, p.height from direct_messages m
  left join message_pictures p on p.id = m.image_id`;
const pairIs = (one: AccountId, two: AccountId): RawBuilder<boolean> => sql<boolean>`
  m.low_id = ${Math.min(one, two)} and m.high_id = ${Math.max(one, two)}`;

/** Escapes what `like` reads as a pattern. */
const literal = (words: string): string => words.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** Undoes what was written when a message turns out impossible. */
class Undo extends Error {}

export function makeMessageStore({ kysely }: Database): MessageStore {
  const lockPair = (on: Transaction<unknown>, one: AccountId, two: AccountId) =>
    sql`select pg_advisory_xact_lock(hashtextextended(${`pm:${Math.min(one, two)}`}, ${Math.max(one, two)}))`.execute(
      on,
    );

  /** Counts anew what a side has not read. */
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

  const findKnown = async (on: Transaction<unknown>, given: NewMessage): Promise<Kept | undefined> => {
    const { rows } = await sql<Row>`${MESSAGE}
      where m.sender_id = ${given.senderId} and m.client_id = ${given.clientId}`.execute(on);
    const row = rows[0];
    if (!row) return undefined;
    const { message, receiverId } = sentOf(row);
    const isSame =
      receiverId === given.receiverId &&
      row.text === given.text &&
      (row.image_id ?? undefined) === given.pictureId;
    return isSame ? { is: 'known', message } : { is: 'conflict' };
  };

  /** True when the sender may write first to one more person. */
  const mayBegin = async (on: Transaction<unknown>, { senderId, receiverId, isFree }: NewMessage) => {
    if (isFree) return true;
    const { rows } = await sql<{ started: number; is_known: boolean }>`
      select count(*) filter (where is_starter and created_at > now() - interval '1 day') as started,
        coalesce(bool_or(partner_id = ${receiverId}), false) as is_known
      from conversations where account_id = ${senderId}`.execute(on);
    return rows[0]!.is_known || !isTooManyNew(rows[0]!.started);
  };

  const insert = async (on: Transaction<unknown>, given: NewMessage): Promise<Message | undefined> => {
    const { senderId, receiverId, pictureId } = given;
    await sql`insert into direct_messages
        (id, low_id, high_id, sender_id, client_id, text, image_id, tip_tokens, is_unseen)
      values (${given.id}, ${Math.min(senderId, receiverId)}, ${Math.max(senderId, receiverId)}, ${senderId},
        ${given.clientId}, ${given.text}, ${pictureId ?? null}, ${given.tipTokens}, ${given.isUnseen})`.execute(
      on,
    );
    if (pictureId !== undefined) {
      const { rows } = await sql`
        update message_pictures set message_id = ${given.id}
        where id = ${pictureId} and owner_id = ${senderId} and partner_id = ${receiverId}
          and message_id is null returning 1`.execute(on);
      if (rows.length === 0) return undefined;
    }
    const { rows } = await sql<Row>`${MESSAGE} where m.id = ${given.id}`.execute(on);
    return messageOf(rows[0]!);
  };

  const openSides = async (on: Transaction<unknown>, given: NewMessage): Promise<Side | null> => {
    const { senderId, receiverId, isFree, isUnseen } = given;
    await sql`insert into conversations (account_id, partner_id, is_starter)
      values (${senderId}, ${receiverId}, ${!isFree})
      on conflict (account_id, partner_id) do update set is_open = true, is_gone = false, last_at = now()`.execute(
      on,
    );
    if (isUnseen) return null;
    // The number is taken under the lock, so that a later state has a greater one.
    const { rows } = await sql<Side>`
      insert into conversations (account_id, partner_id, unread) values (${receiverId}, ${senderId}, 1)
      on conflict (account_id, partner_id) do update set is_open = true, is_gone = false, last_at = now(),
        unread = conversations.unread + 1
      returning unread, nextval('message_seq') as seq`.execute(on);
    return rows[0]!;
  };

  return {
    async keep(given) {
      try {
        return await kysely.transaction().execute(async (transaction): Promise<Kept> => {
          // One sender's messages are counted one after the other.
          await sql`select pg_advisory_xact_lock(hashtextextended('pm-sender', ${given.senderId}))`.execute(
            transaction,
          );
          await lockPair(transaction, given.senderId, given.receiverId);
          const known = await findKnown(transaction, given);
          if (known) return known;
          if (!(await mayBegin(transaction, given))) return { is: 'too_many_new' };
          const message = await insert(transaction, given);
          if (!message) throw new Undo();
          return { is: 'kept', message, side: await openSides(transaction, given) };
        });
      } catch (error) {
        if (error instanceof Undo) return { is: 'no_picture' };
        throw error;
      }
    },
    async page(person, partner, { before, words, limit }) {
      const { rows } = await sql<Row>`${MESSAGE}
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
        await sql`update direct_messages m set read_at = now()
          where ${pairIs(person, partner)} and m.sender_id = ${partner} and m.read_at is null
            and m.id <= ${upTo}::uuid and not m.is_unseen`.execute(transaction);
        return recount(transaction, person, partner);
      }),
    remove: (person, partner, ids) =>
      kysely.transaction().execute(async (transaction) => {
        await lockPair(transaction, person, partner);
        const { rows: both } = await sql<{ id: Uuid; is_unseen: boolean }>`
          update direct_messages m set deleted_at = now()
          where ${pairIs(person, partner)} and m.id = any(${ids}::uuid[]) and m.sender_id = ${person}
            and m.deleted_at is null and not m.deleted_by_sender
            and m.created_at > now() - make_interval(secs => ${TAKE_BACK_MS / 1000})
          returning id, is_unseen`.execute(transaction);
        const { rows: mine } = await sql<{ id: Uuid }>`
          update direct_messages m set
            deleted_by_sender = deleted_by_sender or sender_id = ${person},
            deleted_by_receiver = deleted_by_receiver or sender_id <> ${person}
          where ${pairIs(person, partner)} and m.id = any(${ids}::uuid[]) and m.id <> all(${both.map(({ id }) => id)}::uuid[])
            and ${isSeenBy(person)} returning id`.execute(transaction);
        await recount(transaction, person, partner);
        await recount(transaction, partner, person);
        return {
          both: both.map(({ id }) => id),
          bothSeen: both.filter((row) => !row.is_unseen).map(({ id }) => id),
          mine: mine.map(({ id }) => id),
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
      const { rows } = await sql<Row>`${MESSAGE} where m.id = ${id}::uuid`.execute(kysely);
      return rows[0] && sentOf(rows[0]);
    },
    async findSent(sender, clientId) {
      const { rows } = await sql<Row>`${MESSAGE}
        where m.sender_id = ${sender} and m.client_id = ${clientId}::uuid`.execute(kysely);
      return rows[0] && sentOf(rows[0]);
    },
    async nextSeq() {
      const { rows } = await sql<{ seq: number }>`select nextval('message_seq') as seq`.execute(kysely);
      return rows[0]!.seq;
    },
  };
}
