export { composeRoomChat, type RoomChatFeature } from './compose.ts';
export { AUTOMATIC } from './moderation-log-store.ts';
export { roomChatSettings } from './settings-part.ts';
