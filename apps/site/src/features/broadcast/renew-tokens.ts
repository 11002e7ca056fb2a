import type { Clock } from '@klieg/kernel';
import type { AccountStore } from '../identity/index.ts';
import { closeUnpassed, type HasPassed, type RoomHub, type RoomStore } from '../rooms/index.ts';
import type { StreamTokens } from './stream-tokens.ts';

/** Gives everybody in the rooms of this node a new token before the old one ends. */
export function makeRenewTokens(deps: {
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly rooms: Pick<RoomStore, 'listOpenOf'>;
  readonly hub: RoomHub;
  readonly hasPassed: HasPassed;
  readonly tokens: StreamTokens;
  readonly edgeHost: string;
  readonly clock: Clock;
}) {
  const { hub, tokens, clock } = deps;
  return async (): Promise<void> => {
    const live = [...hub.rooms];
    const ids = live.map(({ ownerId }) => ownerId);
    const [owners, rows] = await Promise.all([deps.accounts.listByIds(ids), deps.rooms.listOpenOf(ids)]);
    const ownerOf = new Map(owners.map((owner) => [owner.id, owner]));
    const rowOf = new Map(rows.map((row) => [row.accountId, row]));
    for (const room of live) {
      const owner = ownerOf.get(room.ownerId);
      if (!owner) continue;
      await closeUnpassed(hub, owner, deps.hasPassed);
      const row = rowOf.get(room.ownerId);
      if (row?.status !== 'online') continue;
      for (const [socket, { person }] of hub.sessionsIn(room)) {
        const granted = await tokens.find(row, owner, person.caller);
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
    }
  };
}
