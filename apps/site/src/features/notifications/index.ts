export { noticeKept } from './notice-kept.ts';
export { writeNotice } from './texts/write-notice.ts';
export { composeNotifications, type NotificationsFeature } from './compose.ts';
export type { NewNotice, NoticeCode } from './notice-codes.ts';
export type { Notify, NotifyWithin } from './notify.ts';
