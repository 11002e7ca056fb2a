import type { AccountId } from '@klieg/kernel';
import type { Account } from '../identity/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';

/** Tells the performer of a request to come back, and whoever asked of the decision. */
export const makeUnbanNotices = (notifyLater: NotificationsFeature['notifyLater']) => ({
  onUnbanRequest: (room: Account, username: string) =>
    notifyLater(room.id, {
      kind: 'system',
      title: 'Unban request',
      body: `${username} asks to come back`,
      url: '/broadcast',
    }),
  onUnbanDecided: (id: AccountId, room: Account, isGranted: boolean) =>
    notifyLater(
      id,
      isGranted
        ? {
            kind: 'system',
            title: 'You may come back',
            body: `${room.username} has lifted your ban`,
            url: `/${room.username}`,
          }
        : {
            kind: 'system',
            title: 'Your ban stays',
            body: `${room.username} has declined your request`,
            url: null,
          },
    ),
});
