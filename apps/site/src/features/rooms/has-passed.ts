import type { Account } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { isAtHome } from './entry-rules.ts';
import type { RoomPasswordStore } from './room-password-store.ts';

/** Whether the caller has given the room's password, or needs none. */
export type HasPassed = (owner: Account, caller: SiteCaller) => Promise<boolean>;

export const makeHasPassed =
  (passwords: Pick<RoomPasswordStore, 'hasGrant'>): HasPassed =>
  async (owner, caller) => {
    const password = owner.settings.cam_password;
    if (password === null || isAtHome(owner, caller)) return true;
    return caller.sessionId !== '' && passwords.hasGrant(caller.sessionId, owner.id, password);
  };
