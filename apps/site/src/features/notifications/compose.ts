import type { Payload } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import type { Kit } from '../../platform/kit.ts';
import type { Socket } from '../../platform/sockets/index.ts';
import { makeNoticeStore } from './notice-store.ts';
import { makeNotificationsHandlers } from './notifications.http.ts';
import { makeNoticesPart } from './me-part.ts';
import type { NewNotice } from './notice-codes.ts';
import { noticeKept } from './notice-kept.ts';
import { makeNotify, makeNotifyWithin } from './notify.ts';

export type NotificationsFeature = ReturnType<typeof composeNotifications>;

/** Messages of the house to one person, kept until they are read. */
export function composeNotifications(kit: Pick<Kit, 'database' | 'feed' | 'clock' | 'logged' | 'notices'>) {
  const { clock } = kit;
  const notices = makeNoticeStore(kit.database);
  const sendCount = (id: AccountId, count: Payload<'v3.notification.count'>) =>
    kit.feed.send(id, 'v3.notification.count', count);
  const onKept = (accountId: AccountId, notice: NewNotice) =>
    kit.notices.tell(noticeKept, { accountId, notice });
  const notify = makeNotify({ notices, sendCount, clock, onKept });
  return {
    notices,
    mePart: makeNoticesPart(notices),
    lobbyPart: {
      async onReady(socket: Socket, { account }: { readonly account: { readonly id: AccountId } | null }) {
        const count = account ? await notices.countUnread(account.id) : 0;
        if (count > 0) socket.send('v3.notification.count', { seq: clock.now(), count });
      },
    },
    notify,
    notifyWithin: makeNotifyWithin({ notices, sendCount, clock, onKept }),
    /** The same without waiting: a failure goes to the log. */
    notifyLater: (id: AccountId, notice: NewNotice) =>
      void notify(id, notice).catch(kit.logged('a notice could not be kept')),
    handlers: makeNotificationsHandlers({ notices, sendCount, clock }),
  };
}
