import type { AccountId } from '@klieg/kernel';
import type { BroadcastFeature } from '../broadcast/index.ts';
import { isOpenToAll, type RoomStore } from '../rooms/index.ts';
import type { SessionStore } from '../sessions/index.ts';

/**
 * Ends immediately what somebody may watch of a show that continues without them: their token, and playback with it,
 * would live another minute. Call it after the commit that took their seat.
 */
export type EndRight = (roomId: AccountId, accountId: AccountId) => Promise<void>;

export const makeEndRight =
  (deps: {
    readonly rooms: Pick<RoomStore, 'get'>;
    readonly sessions: Pick<SessionStore, 'listIds'>;
    readonly broadcasts: Pick<BroadcastFeature['broadcasts'], 'revokeViewer'>;
  }): EndRight =>
  async (roomId, accountId) => {
    const [row, sessions] = await Promise.all([deps.rooms.get(roomId), deps.sessions.listIds(accountId)]);
    // A show that is over has taken its name with it.
    if (isOpenToAll(row) || row.streamName === null) return;
    for (const session of sessions) deps.broadcasts.revokeViewer(session, row.streamName);
  };
