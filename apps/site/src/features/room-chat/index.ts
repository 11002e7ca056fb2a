export { composeRoomChat, type RoomChatFeature } from './compose.ts';
export { roomChatSettings } from './settings-part.ts';
