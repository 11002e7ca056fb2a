import type { Clock } from '@klieg/kernel';
import type { AccountStore } from '../../identity/index.ts';
import { closeRefused, mayEnter, type ReadPassed, type RoomHub, type RoomStore } from '../../rooms/index.ts';
import type { StreamTokens } from './stream-tokens.ts';

/**
 * Gives everybody in the rooms of this node a new token before the old one ends, and closes pages that have not given
 * their room's current password. The number of database queries does not depend on the number of rooms and people.
 */
export function makeRenewTokens(deps: {
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly rooms: Pick<RoomStore, 'listOpenOf'>;
  readonly hub: Pick<RoomHub, 'rooms' | 'find' | 'sessionsIn'>;
  readonly readPassed: ReadPassed;
  readonly tokens: Pick<StreamTokens, 'findMany'>;
  readonly edgeHost: string;
  readonly clock: Clock;
}) {
  const { hub, tokens, clock } = deps;
  return async (): Promise<void> => {
    const live = [...hub.rooms];
    const ids = live.map(({ ownerId }) => ownerId);
    const [owners, rows] = await Promise.all([deps.accounts.listByIds(ids), deps.rooms.listOpenOf(ids)]);
    await closeRefused(hub, owners, deps.readPassed);

    const ownerOf = new Map(owners.map((owner) => [owner.id, owner]));
    const rowOf = new Map(rows.map((row) => [row.accountId, row]));
    const pages = live.flatMap((room) => {
      const [owner, row] = [ownerOf.get(room.ownerId), rowOf.get(room.ownerId)];
      if (!owner || !row) return [];
      return hub
        .sessionsIn(room)
        .map(([socket, { person }]) => ({ socket, owner, row, caller: person.caller }))
        .filter(({ caller }) => mayEnter(owner, caller));
    });
    const grants = await tokens.findMany(pages);
    for (const [index, { socket }] of pages.entries()) {
      const granted = grants[index];
      if (!granted) continue;
      socket.send('v3.stream.token', {
        seq: clock.now(),
        stream_name: granted.streamName,
        token: granted.token,
        expires_at: granted.expiresAt,
        edge_servers: [deps.edgeHost],
        renditions: [...granted.renditions],
        mode: granted.mode,
      });
    }
  };
}
