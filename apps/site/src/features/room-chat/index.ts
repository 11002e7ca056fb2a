export { composeRoomChat, type RoomChatFeature } from './compose.ts';
