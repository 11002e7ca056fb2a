export { type AccountFeed, makeAccountFeed } from './account-feed.ts';
export { closeUnpassed } from './close-unpassed.ts';
export { isAtHome, mayEnter, roleIn } from './entry-rules.ts';
export type { LiveRoom } from './live-room.ts';
export { makeOwnLeases, makeRoomLeaseStore } from './room-lease-store.ts';
export type { Highlight, LinesOf, RoomEntry, Variants } from './room-replica.ts';
export { type LobbySession, makeLobbySockets } from './lobby-sockets.ts';
export { makeModeratorStore, type ModeratorStore, type RoomModerator } from './moderator-store.ts';
export { canModerate, isStaffRole, type Person, type PersonMoney, summaryOf } from './person.ts';
export { isOnAir, presentCard, presentUnlistedCard, thumbUrl } from './present-card.ts';
export { summarizeRatings } from './rating-average.ts';
export type { Role } from './sight-rules.ts';
export { presentRoomSetting } from './present-room.ts';
export { makeRoomDoor, type RoomDoor } from './room-door.ts';
export { makeRoomHub, type RoomHub, type RoomSession } from './room-hub.ts';
export type { RoomOrder } from './room-orders.ts';
export { watchRooms } from './room-metrics.ts';
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
export {
  makeSanctionStore,
  type Sanction,
  type SanctionStore,
  type SanctionSubject,
} from './sanction-store.ts';
export { makeRedeemSocketCaller } from './socket-caller.ts';
export { makeTellFollowed } from './tell-followed.ts';
export { makeStatusBoard, type RoomStatus, type StatusBoard } from './status-board.ts';
