export { makeNoticeStore, type NoticeStore } from './notice-store.ts';
export { makeNotificationsHandlers } from './notifications.http.ts';
export { makeNotify, type Notify, type SendCount } from './notify.ts';
