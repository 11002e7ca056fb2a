import { sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';
import type { Kept, Message, NewMessage, Side } from './message.ts';
import { lockPair, MESSAGE, messageOf, type MessageRow, sentOf } from './message-row-store.ts';
import { isTooManyNew } from './message-rules.ts';

/** Undoes what was written when a message turns out to be impossible. */
class Undo extends Error {}

const findKnown = async (on: Transaction<unknown>, given: NewMessage): Promise<Kept | undefined> => {
  const { rows } = await sql<MessageRow>`${MESSAGE}
    where m.sender_id = ${given.senderId} and m.client_id = ${given.clientId}`.execute(on);
  const row = rows[0];
  if (!row) return undefined;
  const { message, receiverId } = sentOf(row);
  const isSame =
    receiverId === given.receiverId &&
    row.text === given.text &&
    (row.image_id ?? undefined) === given.imageId;
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
  const { senderId, receiverId, imageId } = given;
  await sql`insert into direct_messages
      (id, low_id, high_id, sender_id, client_id, text, image_id, tip_tokens, is_unseen, is_for_fans)
    values (${given.id}, ${Math.min(senderId, receiverId)}, ${Math.max(senderId, receiverId)}, ${senderId},
      ${given.clientId}, ${given.text}, ${imageId ?? null}, ${given.tipTokens}, ${given.isUnseen},
      ${given.isForFans})`.execute(on);
  if (imageId !== undefined) {
    const { rows } = await sql`
      update message_pictures set message_id = ${given.id}
      where id = ${imageId} and owner_id = ${senderId} and partner_id = ${receiverId}
        and message_id is null and withheld_at is null returning 1`.execute(on);
    if (rows.length === 0) return undefined;
  }
  const { rows } = await sql<MessageRow>`${MESSAGE} where m.id = ${given.id}`.execute(on);
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

/** Keeps a message once per sender and client id, and opens the conversation on both sides. */
export async function keepMessage(kysely: Database['kysely'], given: NewMessage): Promise<Kept> {
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
    if (error instanceof Undo) return { is: 'no_image' };
    throw error;
  }
}
