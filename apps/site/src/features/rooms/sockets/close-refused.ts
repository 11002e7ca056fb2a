import type { Account } from '../../identity/index.ts';
import { mayEnter } from '../access/entry-rules.ts';
import type { ReadPassed } from '../access/has-passed.ts';
import type { RoomHub } from '../hub/room-hub.ts';

export const PASSWORD_CLOSE = 4423;
/** The same as for later visitors: for them the room does not exist. */
const BLOCKED_CLOSE = 4404;

/**
 * Closes the pages of these models' rooms that would not be let in now: because of a block of countries, states or
 * models, or because they have not given the room's current password (F6); those then show where to enter it. Each
 * login session of a person is checked separately. A repeat closes nobody else.
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
