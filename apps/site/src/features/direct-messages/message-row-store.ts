import type { AccountId, Uuid } from '@klieg/kernel';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Message, SentMessage } from './message.ts';

/* What all that reads and writes messages has in common: their rows, and the lock of a pair. */

/** A message as the database has it, with the size of its image. */
export interface MessageRow {
  readonly id: Uuid;
  readonly low_id: AccountId;
  readonly high_id: AccountId;
  readonly sender_id: AccountId;
  readonly client_id: Uuid;
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

export const messageOf = (row: MessageRow): Message => ({
  id: row.id,
  senderId: row.sender_id,
  clientId: row.client_id,
  text: row.text,
  tipTokens: row.tip_tokens,
  image:
    row.image_id && row.width && row.height
      ? { id: row.image_id, width: row.width, height: row.height }
      : null,
  at: row.created_at,
  readAt: row.read_at,
  isTakenBack: row.deleted_at !== null,
  isUnseen: row.is_unseen,
});

/** The message with its receiver: the one of the pair that did not send it. */
export const sentOf = (row: MessageRow): SentMessage => ({
  message: messageOf(row),
  receiverId: row.low_id === row.sender_id ? row.high_id : row.low_id,
});

/** Reads `MessageRow`; the messages are `m`. A withheld picture is left out. */
export const MESSAGE = sql`select m.*, p.width, p.height from direct_messages m
  left join message_pictures p on p.id = m.image_id and p.withheld_at is null`;
/** Messages `m` between the two, in both directions. */
export const pairIs = (one: AccountId, two: AccountId): RawBuilder<boolean> => sql<boolean>`
  m.low_id = ${Math.min(one, two)} and m.high_id = ${Math.max(one, two)}`;

/** Changes to what two people have of each other wait for one another until the transaction ends. */
export const lockPair = (on: Transaction<unknown>, one: AccountId, two: AccountId) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`pm:${Math.min(one, two)}`}, ${Math.max(one, two)}))`.execute(
    on,
  );
