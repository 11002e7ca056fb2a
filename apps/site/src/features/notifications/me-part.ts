import type { MePart } from '../identity/index.ts';
import type { NoticeStore } from './notice-store.ts';

/** How many notices a member has not read. */
export const makeNoticesPart = (
  notices: Pick<NoticeStore, 'countUnread'>,
): MePart<'user.notificationUnreadCount'> => ({
  empty: { 'user.notificationUnreadCount': 0 },
  read: (asks) =>
    Promise.all(
      asks.map(async ({ account: { id } }) => ({
        'user.notificationUnreadCount': await notices.countUnread(id),
      })),
    ),
});
