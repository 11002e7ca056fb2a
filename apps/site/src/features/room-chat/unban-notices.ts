import type { AccountId } from '@klieg/kernel';
import type { Account } from '../identity/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';

/** Tells the performer of a request to come back, and the person who asked of the decision. */
export const makeUnbanNotices = (notifyLater: NotificationsFeature['notifyLater']) => ({
  onUnbanRequest: (room: Account, username: string) =>
    notifyLater(room.id, {
      kind: 'system',
      code: 'unban_asked',
      params: { username },
      url: '/broadcast',
    }),
  onUnbanDecided: (id: AccountId, room: Account, isGranted: boolean) =>
    notifyLater(id, {
      kind: 'system',
      code: isGranted ? 'unban_granted' : 'unban_declined',
      params: { username: room.username },
      url: isGranted ? `/${room.username}` : null,
    }),
});
