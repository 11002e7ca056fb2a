import type { Conditions } from '../../platform/http/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { RoomAccess } from './room-access.ts';

/** Whether the room that the path names exists for a caller. @throws rooms.not_found, rooms.banned */
export const makeRoomCondition = (
  access: RoomAccess,
  { findNamed }: IdentityFeature,
): Conditions<'room', SiteCaller> => ({
  async room(caller, params) {
    await access.check(await findNamed(params), caller);
  },
});
