import type { AccountId } from '@klieg/kernel';
import type { Kit } from '#site/platform/kit.ts';
import { notice } from '#site/platform/events/index.ts';
import type { BroadcastFeature } from '../../broadcast/index.ts';
import { accountKey, type AccountStore } from '../../identity/index.ts';
import type { RoomHub, RoomStore } from '../../rooms/index.ts';

/** A show of somebody's own begins in a room: their pages connect before the first picture costs. */
export const showComing = notice<{ readonly roomId: AccountId; readonly accountId: AccountId }>(
  'show.coming',
);

/** Tells the pages of these people on this node which stream they get (LIVE-VIDEO-009). */
export function preloadStreams(
  { notices, logged }: Pick<Kit, 'notices' | 'logged'>,
  deps: {
    readonly accounts: Pick<AccountStore, 'findById'>;
    readonly rooms: Pick<RoomStore, 'get'>;
    readonly hub: Pick<RoomHub, 'find' | 'sessionOf'>;
    readonly findGrant: BroadcastFeature['findGrant'];
    readonly edgeHost: string;
  },
) {
  const preload = async (roomId: AccountId, accountId: AccountId): Promise<void> => {
    const [owner, row] = await Promise.all([deps.accounts.findById(roomId), deps.rooms.get(roomId)]);
    const sockets = owner && deps.hub.find(owner.username)?.presence.socketsOf(accountKey(accountId));
    for (const socket of sockets ?? []) {
      const session = deps.hub.sessionOf(socket);
      const grant = session && (await deps.findGrant(row, owner!, session.person.caller));
      if (!grant) continue;
      socket.send('v3.preloader.start', {
        mode: grant.mode,
        stream: {
          stream_name: grant.streamName,
          token: grant.token,
          expires_at: grant.expiresAt,
          edge_servers: [deps.edgeHost],
          quality_renditions: 4,
          width: row.width,
          height: row.height,
        },
      });
    }
  };
  return notices.on(showComing, ({ roomId, accountId }) => {
    preload(roomId, accountId).catch(logged('a page could not be told of its stream'));
  });
}
