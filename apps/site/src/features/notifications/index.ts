export { composeNotifications, type NotificationsFeature } from './compose.ts';
export type { NewNotice } from './notice-codes.ts';
export type { Notify, NotifyWithin } from './notify.ts';
