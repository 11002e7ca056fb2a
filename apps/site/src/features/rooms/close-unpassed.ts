import type { Account } from '../identity/index.ts';
import type { ReadPassed } from './has-passed.ts';
import type { RoomHub } from './room-hub.ts';

export const PASSWORD_CLOSE = 4423;

/**
 * Closes the pages of these models' rooms that have not given the room's present password (F6); they then show
 * where to give it. Of one person each login session is asked for itself. A repeat closes nobody else.
 */
export async function closeUnpassed(
  hub: Pick<RoomHub, 'find' | 'sessionsIn'>,
  owners: readonly Account[],
  readPassed: ReadPassed,
): Promise<void> {
  const pages = owners.flatMap((owner) => {
    const room = owner.settings.cam_password === null ? undefined : hub.find(owner.username);
    return (room ? hub.sessionsIn(room) : []).map(([socket, { person }]) => ({
      socket,
      owner,
      caller: person.caller,
    }));
  });
  const passed = await readPassed(pages);
  for (const [index, { socket }] of pages.entries())
    if (!passed[index]) socket.close(PASSWORD_CLOSE, 'this room has a password');
}
