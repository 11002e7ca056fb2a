import type { Account } from '../identity/index.ts';
import type { HasPassed } from './has-passed.ts';
import type { RoomHub } from './room-hub.ts';

export const PASSWORD_CLOSE = 4423;

/**
 * Closes the pages of a room that have not given its present password (F6); they then show where to give
 * it. Of one person each login session is asked for itself. A repeat closes nobody else.
 */
export async function closeUnpassed(hub: RoomHub, owner: Account, hasPassed: HasPassed): Promise<void> {
  const room = hub.find(owner.username);
  if (!room || owner.settings.cam_password === null) return;
  await Promise.all(
    hub.sessionsIn(room).map(async ([socket, { person }]) => {
      if (!(await hasPassed(owner, person.caller))) socket.close(PASSWORD_CLOSE, 'this room has a password');
    }),
  );
}
