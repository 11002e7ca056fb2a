import { type FlatMe, type MeAsk, type MeParts } from '../features/identity/index.ts';
import { type FlatRoom, type RoomAsk, type RoomParts, roomPartsToCome } from '../features/rooms/index.ts';
import { joinParts } from '../platform/parts/index.ts';
import type { Features } from './compose-features.ts';

/** The answer about a room; the compiler tells which key has no owner or two. */
export const joinRoomParts = (features: Features): RoomParts =>
  joinParts<RoomAsk, FlatRoom>()([
    features.rooms.roomPart,
    features.tipping.roomPart,
    features.ratings.roomPart,
    features.friends.roomPart,
    features.broadcast.roomPart,
    features.roomChat.roomPart,
    features.discovery.roomPart,
    roomPartsToCome,
  ]);

/** The answer about oneself. */
export const joinMeParts = (features: Features): MeParts =>
  joinParts<MeAsk, FlatMe>()([
    features.identity.mePart,
    features.wallet.mePart,
    features.billing.mePart,
    features.rooms.mePart,
    features.notifications.mePart,
    features.directMessages.mePart,
  ]);
