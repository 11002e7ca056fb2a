import type { Account } from '../identity/index.ts';
import { mayEnter } from './entry-rules.ts';
import type { ReadPassed } from './has-passed.ts';
import type { RoomHub } from './room-hub.ts';

export const PASSWORD_CLOSE = 4423;
/** As for whoever comes later: to them the room does not exist. */
const BLOCKED_CLOSE = 4404;

/**
 * Closes the pages of these models' rooms that could not come in now: those whom a block of countries, states or
 * models keeps out, and those that have not given the room's present password (F6), which then show where to give
 * it. Of one person each login session is asked for itself. A repeat closes nobody else.
 */
export async function closeRefused(
  hub: Pick<RoomHub, 'find' | 'sessionsIn'>,
  owners: readonly Account[],
  readPassed: ReadPassed,
): Promise<void> {
  const pages = owners.flatMap((owner) => {
    const room = hub.find(owner.username);
    return (room ? hub.sessionsIn(room) : []).map(([socket, { person }]) => ({
      socket,
      owner,
      caller: person.caller,
    }));
  });
  for (const { socket, owner, caller } of pages)
    if (!mayEnter(owner, caller)) socket.close(BLOCKED_CLOSE, 'this room is not open to you');
  const asked = pages.filter(({ owner }) => owner.settings.cam_password !== null);
  const passed = await readPassed(asked);
  for (const [index, { socket }] of asked.entries())
    if (!passed[index]) socket.close(PASSWORD_CLOSE, 'this room has a password');
}
