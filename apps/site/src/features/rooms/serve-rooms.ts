import type { UserCard } from '@klieg/contract';
import type { RateStore } from '../../platform/http/index.ts';
import type { Kit } from '../../platform/kit.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import type { SessionsFeature } from '../sessions/index.ts';
import { makePasswordTries } from './access/password-tries.ts';
import type { RoomsFeature } from './compose.ts';
import { makeGetRoom, type SuggestRooms } from './get-room.ts';
import type { RoomParts } from './room-part.ts';
import { makeRoomsHandlers } from './rooms.http.ts';
import { makeTellFollowed } from './tell-followed.ts';

/** The calls of rooms; made when every feature has given its part of a room's answer. */
export function serveRooms(
  kit: Pick<Kit, 'feed' | 'clock'>,
  uses: {
    readonly identity: IdentityFeature;
    readonly sessions: SessionsFeature;
    readonly notifications: NotificationsFeature;
    readonly rooms: RoomsFeature;
    readonly parts: RoomParts;
    readonly rates: RateStore;
    readonly isGenerousToLoopback: boolean;
    /** Suggestions when a room is not found, and room cards by name. */
    readonly discovery: {
      readonly suggest: SuggestRooms;
      cardsOf(usernames: readonly string[]): readonly UserCard[];
    };
  },
) {
  const { accounts, usernames } = uses.identity;
  const { discovery, parts } = uses;
  const { access, hasPassed, hub, passwords, rooms } = uses.rooms;
  const getRoom = makeGetRoom({
    accounts,
    usernames,
    rooms,
    access,
    hub,
    hasPassed,
    parts,
    suggest: discovery.suggest,
  });
  return {
    getRoom,
    handlers: makeRoomsHandlers({
      accounts,
      rooms,
      getRoom,
      passwords,
      passwordTries: makePasswordTries({ ...uses, now: () => kit.clock.now() }),
      greet: uses.sessions.logins.greet,
      cardsOf: discovery.cardsOf,
      onFollowed: makeTellFollowed({
        feed: kit.feed,
        hub,
        notifyLater: uses.notifications.notifyLater,
        clock: kit.clock,
      }),
    }),
  };
}
