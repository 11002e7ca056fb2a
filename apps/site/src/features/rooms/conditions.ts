import { AppError } from '@klieg/kernel';
import type { Conditions } from '../../platform/http/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { HasPassed } from './access/has-passed.ts';
import type { RoomAccess } from './access/room-access.ts';

/**
 * Whether the room that the path names exists for a caller, and whether they are past its password.
 * @throws rooms.not_found, rooms.banned, rooms.password_required
 */
export const makeRoomConditions = (
  access: RoomAccess,
  { findNamed }: IdentityFeature,
  hasPassed: HasPassed,
): Conditions<'room' | 'password', SiteCaller> => ({
  async room(caller, params) {
    await access.check(await findNamed(params), caller);
  },
  async password(caller, params) {
    const owner = await findNamed(params);
    if (owner && !(await hasPassed(owner, caller))) throw new AppError('rooms.password_required');
  },
});
