import type { Payload } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import type { AccountFeed, Socket } from '../../platform/sockets/index.ts';
import type { ConversationStore } from './conversation-store.ts';
import type { MessageStore } from './message-store.ts';

/** Tells somebody's pages how many messages of performers to their fan clubs are unread (S2107). */
export type TellClubUnread = (reader: AccountId) => Promise<void>;

export function makeClubUnread(deps: {
  readonly conversations: Pick<ConversationStore, 'clubUnreadOf'>;
  readonly messages: Pick<MessageStore, 'nextSeq'>;
  readonly feed: Pick<AccountFeed, 'send'>;
}) {
  const read = async (reader: AccountId): Promise<Payload<'v3.xfollow.direct_message.new_notification'>> => {
    // Taken before it is counted, so that whatever comes meanwhile is newer.
    const seq = await deps.messages.nextSeq();
    const { unread, from, at } = await deps.conversations.clubUnreadOf(reader);
    return { seq, unread, from, at: at && at.getTime() };
  };
  return {
    tell: (async (reader) =>
      deps.feed.send(
        reader,
        'v3.xfollow.direct_message.new_notification',
        await read(reader),
      )) as TellClubUnread,
    /** The first state of a page that was let in (W6); nothing where nothing is unread. */
    async open(socket: Pick<Socket, 'send'>, reader: AccountId): Promise<void> {
      // Most members have none: one question for each of their pages.
      if ((await deps.conversations.clubUnreadOf(reader)).unread === 0) return;
      socket.send('v3.xfollow.direct_message.new_notification', await read(reader));
    },
  };
}
