import type { Room } from '@klieg/contract';
import type { RoomState } from '../../shared/room/room-state.ts';

/** What decides about watching together. */
export interface WatchFacts {
  readonly status: RoomState['status'];
  readonly mode: RoomState['mode'];
  /** What is proposed or watched in the viewer's private; null: nothing. */
  readonly watchId: string | null;
  readonly isVersus: boolean;
}

/**
 * What a press on "Watch together" opens. `off` where a video is proposed or watched in the private already, where the
 * room is in a ticket show, offline or connecting, and in a versus (LIVE-VIDEO-031); the dialog in a private of the
 * viewer's own, which has its payer already; the request for a private everywhere else (LIVE-VIDEO-032).
 */
export function watchAction({ status, mode, watchId, isVersus }: WatchFacts): 'off' | 'dialog' | 'request' {
  const isInPrivate = mode === 'private';
  if (isInPrivate && watchId !== null) return 'off';
  if (status === 'limited' || status === 'offline' || status === 'connected' || isVersus) return 'off';
  return isInPrivate ? 'dialog' : 'request';
}

export const watchFacts = (
  { versus, versusTournament }: Pick<Room, 'versus' | 'versusTournament'>,
  { status, mode }: Pick<RoomState, 'status' | 'mode'>,
  watchId: string | null,
): WatchFacts => ({ status, mode, watchId, isVersus: versus !== null || versusTournament !== null });
