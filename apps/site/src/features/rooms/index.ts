export type { ChangeSubject } from './change-subject.ts';
export { type AwayMs, makeAwayClock } from './away-clock.ts';
export { closeRefused } from './sockets/close-refused.ts';
export {
  type CardExtras,
  type CardPart,
  type CardParts,
  cardPartToCome,
  noCardExtras,
} from './cards/card-part.ts';
export { composeRooms, type RoomsFeature } from './compose.ts';
export { makeRoomOf } from './access/find-owner.ts';
export type { HasPassed, ReadPassed } from './access/has-passed.ts';
export {
  isAtHome,
  isBlockedPlace,
  isSeen,
  keepsOut,
  mayEnter,
  officeOf,
  roleIn,
} from './access/entry-rules.ts';
export type { LiveRoom } from './hub/live-room.ts';
export type { Highlight, LinesOf, RoomEntry, Variants } from './hub/room-entries.ts';
export type { ModeratorStore, RoomModerator } from './access/moderator-store.ts';
export { canModerate, isStaffRole, type Person, type PersonMoney, summaryOf } from './people/person.ts';
export { isOnAir, presentCard, presentUnlistedCard, shownRolesOf, thumbUrl } from './cards/present-card.ts';
export { summarizeRatings } from './cards/rating-average.ts';
export type { Role } from './access/sight-rules.ts';
export { roomsSettings } from './settings-part.ts';
export type { RoomAccess } from './access/room-access.ts';
export type { RoomHub, RoomSession } from './hub/room-hub.ts';
export type { HouseCommand, RoomCommand } from './hub/room-commands.ts';
export type { ListedModel } from './cards/listed-model-store.ts';
export type { RoomChange, RoomRow, RoomStore } from './room-store.ts';
export type { GetRoom, SuggestRooms } from './get-room.ts';
export { partToCome } from './part-to-come.ts';
export { behindPassword, type FlatRoom, type RoomAsk, type RoomPart, type RoomParts } from './room-part.ts';
export { serveRooms } from './serve-rooms.ts';
export { isOpenToAll, modeOf, type RoomMode, type SeatMode } from './room-mode.ts';
export { modeOfSeat, openSeating, type Seat, type Seating } from './seats/seats.ts';
export type { ReadWatchRight, ReadWatchRights, WatchAsk, WatchRight } from './seats/watch-right.ts';
export type { SubmitSurely } from './hub/submit-surely.ts';
export { type Act, type ActPlace, withoutPayer } from './seats/act-rules.ts';
export { type WatchRule, watchRules } from './seats/watch-rules.ts';
export { type LobbyPart, serveSockets } from './sockets/serve-sockets.ts';
export { roomPasswordHash, type RoomPasswordStore } from './access/room-password-store.ts';
export type { Sanction, SanctionStore, SanctionSubject } from './access/sanction-store.ts';
export type { RoomStatus, StatusBoard } from './status-board.ts';
