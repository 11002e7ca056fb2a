import { ROOMS_MAX } from '@klieg/contract';
import type { MePart } from '../identity/index.ts';
import type { Inbox } from './inbox.ts';
import type { ConversationStore } from './conversation-store.ts';

/** A member's conversations: how many lines are unread, and which are open. */
export const makeMessagesPart = (deps: {
  readonly conversations: Pick<ConversationStore, 'sortOf' | 'unreadTotal'>;
  readonly inbox: Pick<Inbox, 'list'>;
}): MePart<'pm.unread' | 'pm.open_rooms' | 'pm.unread_rooms' | 'pm.sort' | 'pm.limits'> => ({
  empty: {
    'pm.unread': 0,
    'pm.open_rooms': [],
    'pm.unread_rooms': [],
    'pm.sort': 'timestamp',
    'pm.limits': { friends: 250, rooms: 250 },
  },
  read: (asks) =>
    Promise.all(
      asks.map(async ({ account: { id } }) => {
        const [sort, unread] = await Promise.all([
          deps.conversations.sortOf(id),
          deps.conversations.unreadTotal(id),
        ]);
        const rooms = await deps.inbox.list(id, { sort, offset: 0, limit: ROOMS_MAX });
        return {
          'pm.unread': unread,
          'pm.open_rooms': rooms.filter(({ isOpen }) => isOpen).map(({ username }) => username),
          'pm.unread_rooms': rooms.filter((room) => room.unread > 0).map(({ username }) => username),
          'pm.sort': sort,
        };
      }),
    ),
});
