import type { MediaFact } from '@klieg/contract/media';
import type { RoomChange, RoomRow } from '../../rooms/index.ts';

/** A room whose picture is missing goes offline after this (S206). */
export const RECONNECT_MS = 60_000;

/** What a fact of the media process does to its room (machine 2); undefined: nothing. */
export function decideByFact(row: RoomRow, fact: MediaFact): RoomChange | undefined {
  switch (fact.kind) {
    case 'live':
      // S202, S205: the first keyframe, or the picture is back.
      if (row.status !== 'connected' && row.status !== 'reconnecting' && row.status !== 'online')
        return undefined;
      return {
        status: row.status === 'reconnecting' ? (row.previousStatus ?? 'online') : 'online',
        previousStatus: null,
        width: fact.width,
        height: fact.height,
        goneAt: null,
        ...(row.startedAt === null && { startedAt: 'now' as const }),
      };
    case 'gone':
      if (row.status === 'offline') return undefined;
      // S206: the model stopped. A replaced publisher is followed by `live`.
      if (fact.reason === 'closed' || fact.reason === 'stopped') return offlineChange;
      if (fact.reason === 'replaced' || row.status === 'connected' || row.status === 'reconnecting')
        return undefined;
      // S204: no media; the page keeps the player.
      return { status: 'reconnecting', previousStatus: row.status, goneAt: 'now' };
    case 'health':
    case 'refused':
    case 'preview':
    case 'metered':
    case 'renewed':
    case 'recording_failed':
    case 'alive':
      return undefined;
  }
}

/** Everything of the broadcast ends: name, tokens, recording flags (S206, S207). */
export const offlineChange: RoomChange = {
  status: 'offline',
  previousStatus: null,
  broadcastId: null,
  sessionId: null,
  streamName: null,
  width: null,
  height: null,
  startedAt: null,
  goneAt: null,
};

/** The room is open without a broadcast of its own: its cameras have streams of theirs. */
export const isHouse = ({ status, broadcastId }: RoomRow): boolean =>
  status === 'online' && broadcastId === null;

/** A house starts or stops showing pictures; this never ends a broadcast of the room itself. */
export function decideHouse(row: RoomRow, isOpen: boolean): RoomChange | undefined {
  if (!isOpen) return isHouse(row) ? offlineChange : undefined;
  return row.status === 'offline' ? { ...offlineChange, status: 'online', startedAt: 'now' } : undefined;
}

/** True when the wait for the picture is over. */
export const isLost = (row: RoomRow, nowMs: number): boolean =>
  row.status === 'reconnecting' && row.goneAt !== null && nowMs - row.goneAt.getTime() >= RECONNECT_MS;
