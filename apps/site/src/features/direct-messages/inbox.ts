import type { ChatStatus, FriendStatus, PmSort } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import type { FriendStore } from '../friends/index.ts';
import type { Account } from '../identity/index.ts';
import type { AccountFeed } from '../../platform/sockets/index.ts';
import type { ConversationStore, ListedConversation } from './conversation-store.ts';
import type { MessageStore } from './message-store.ts';
import { type FindKnownPartner, goneName } from './partner.ts';
import type { TellClubUnread } from './tell-club-unread.ts';

interface Deps {
  readonly conversations: ConversationStore;
  readonly messages: MessageStore;
  readonly friends: FriendStore;
  readonly feed: AccountFeed;
  readonly findKnown: FindKnownPartner;
  readonly tellClubUnread: TellClubUnread;
  /** State of a model's room. */
  readonly roomStatusOf: (username: string) => ChatStatus;
}

/** A conversation as a list shows it. */
export interface ShownConversation extends ListedConversation {
  readonly username: string;
  readonly displayName: string;
  readonly avatarUrl: string | null;
  readonly status: ChatStatus | null;
  readonly friend: FriendStatus | null;
}

export interface ListQuery {
  readonly sort: PmSort;
  readonly offset: number;
  readonly limit: number;
  readonly before?: Date;
}

/** One person's conversations: list, read, close, delete. Others' are never touched or shown. */
export interface Inbox {
  list(person: AccountId, query: ListQuery): Promise<ShownConversation[]>;
  /**
   * Marks as read up to a message. @returns what is unread then, here and in total @throws direct_messages.not_found
   */
  markRead(person: Account, username: string, upTo: string): Promise<{ unread: number; total: number }>;
  /** @throws direct_messages.not_found */
  close(person: Account, username: string): Promise<void>;
  /** Without ids the person's copy of the whole conversation. @throws direct_messages.not_found */
  remove(person: Account, username: string, ids: readonly string[] | undefined): Promise<void>;
}

export function makeInbox(deps: Deps): Inbox {
  const { conversations, messages, friends, feed } = deps;

  const tellDeleted = async (to: AccountId, username: string, ids: readonly string[]) => {
    for (const id of ids) {
      const seq = await messages.nextSeq();
      feed.send(to, 'v3.pm.delete', { seq, username, id });
    }
  };

  return {
    async list(person, query) {
      const listed = await conversations.list(person, query);
      const statuses = await friends.statusesOf(
        person,
        listed.map(({ partnerId }) => partnerId),
      );
      return listed.map((row) => ({
        ...row,
        username: row.partner?.username ?? goneName(row.partnerId),
        displayName: row.partner?.displayName ?? 'Deleted account',
        avatarUrl: row.partner?.avatarUrl ?? null,
        status: row.partner?.isModel ? deps.roomStatusOf(row.partner.username) : null,
        friend: statuses.get(row.partnerId) ?? null,
      }));
    },
    async markRead(person, username, upTo) {
      const partner = await deps.findKnown(person.id, username);
      const { unread, seq, isOfClub } = await messages.markRead(person.id, partner.id, upTo);
      feed.send(person.id, 'v3.pm.read', { seq, username: partner.username, id: upTo, unread });
      if (isOfClub) await deps.tellClubUnread(person.id);
      return { unread, total: await conversations.unreadTotal(person.id) };
    },
    async close(person, username) {
      const partner = await deps.findKnown(person.id, username);
      await conversations.close(person.id, partner.id);
      const seq = await messages.nextSeq();
      feed.send(person.id, 'v3.pm.close', { seq, username: partner.username });
    },
    async remove(person, username, ids) {
      const partner = await deps.findKnown(person.id, username);
      if (!ids) {
        const { unread } = await conversations.clubUnreadOf(person.id);
        await messages.removeAll(person.id, partner.id);
        const seq = await messages.nextSeq();
        feed.send(person.id, 'v3.pm.delete', { seq, username: partner.username });
        if (unread > 0) await deps.tellClubUnread(person.id);
        return;
      }
      const removed = await messages.remove(person.id, partner.id, ids);
      await tellDeleted(person.id, partner.username, [...removed.both, ...removed.mine]);
      await tellDeleted(partner.id, person.username, removed.bothSeen);
      for (const reader of removed.clubReaders) await deps.tellClubUnread(reader);
    },
  };
}
