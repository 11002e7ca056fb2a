export { closeUnpassed } from './close-unpassed.ts';
export {
  type CardExtras,
  type CardPart,
  type CardParts,
  cardPartToCome,
  goalOfCardsToCome,
} from './card-part.ts';
export { composeRooms, type RoomsFeature } from './compose.ts';
export type { HasPassed } from './has-passed.ts';
export { isAtHome, mayEnter, roleIn } from './entry-rules.ts';
export type { LiveRoom } from './live-room.ts';
export type { Highlight, LinesOf, RoomEntry, Variants } from './room-replica.ts';
export type { ModeratorStore, RoomModerator } from './moderator-store.ts';
export { canModerate, isStaffRole, type Person, type PersonMoney, summaryOf } from './person.ts';
export { isOnAir, presentCard, presentUnlistedCard, thumbUrl } from './present-card.ts';
export { summarizeRatings } from './rating-average.ts';
export type { Role } from './sight-rules.ts';
export { presentRoomSetting } from './present-room.ts';
export type { RoomDoor } from './room-door.ts';
export type { RoomHub, RoomSession } from './room-hub.ts';
export type { RoomOrder } from './room-orders.ts';
export type { ListedModel, RoomChange, RoomRow, RoomStore } from './room-store.ts';
export type { GetRoom } from './get-room.ts';
export * as roomPartsToCome from './parts-to-come/index.ts';
export type { FlatRoom, RoomAsk, RoomPart, RoomParts } from './room-part.ts';
export { serveRooms } from './serve-rooms.ts';
export { type LobbyPart, serveSockets } from './serve-sockets.ts';
export type { RoomPasswordStore } from './room-password-store.ts';
export type { Sanction, SanctionStore, SanctionSubject } from './sanction-store.ts';
export type { RoomStatus, StatusBoard } from './status-board.ts';
