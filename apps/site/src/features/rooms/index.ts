export { type AccountFeed, makeAccountFeed } from './account-feed.ts';
export { isAtHome, mayEnter } from './entry-rules.ts';
export type { LiveRoom } from './live-room.ts';
export { type LobbySession, makeLobbySockets } from './lobby-sockets.ts';
export { isStaffRole, type Person, type PersonMoney, summaryOf } from './person.ts';
export { isOnAir, presentCard, presentUnlistedCard, thumbUrl } from './present-card.ts';
export { summarizeRatings } from './rating-average.ts';
export { presentRoomSetting } from './present-room.ts';
export { makeRoomHub, type RoomHub, type RoomSession } from './room-hub.ts';
export { makeRoomSockets } from './room-sockets.ts';
export {
  type ListedModel,
  makeRoomStore,
  type RoomChange,
  type RoomRow,
  type RoomStore,
} from './room-store.ts';
export { type GetRoom, makeGetRoom, makeRoomsHandlers } from './rooms.http.ts';
export { makeRoomPasswordStore, type RoomPasswordStore } from './room-password-store.ts';
export { makeRedeemSocketCaller } from './socket-caller.ts';
export { makeTellFollowed } from './tell-followed.ts';
export { makeStatusBoard, type RoomStatus, type StatusBoard } from './status-board.ts';
