import type { Room } from '@klieg/contract';
import type { RoomState } from '../../shared/room/room-state.ts';

/** The room settings that matter for shows; the room announces changes. */
export type ShowSettings = Pick<
  Room['userSetting'],
  | 'private_enabled'
  | 'private_cost'
  | 'exclusive_cost'
  | 'private_min_minutes'
  | 'private_recording'
  | 'private_until'
  | 'spy'
  | 'cam'
>;

export interface ShowFacts {
  readonly room: Pick<Room, 'user' | 'versusTournament'>;
  readonly now: Pick<RoomState, 'status' | 'mode' | 'ticketTokens' | 'hasGroup'>;
  readonly settings: ShowSettings;
}

/** Whether a private can be asked for (SHOWS-046). */
export const canAskPrivate = ({ room, now, settings }: ShowFacts): boolean =>
  (now.status === 'online' || now.status === 'standby') &&
  settings.private_enabled &&
  !room.user.is_voyeur &&
  room.versusTournament === null &&
  now.ticketTokens === null &&
  !now.hasGroup;

/** Whether this visitor can ask now: neither a request of theirs is open nor a show about to begin. */
export const canAskNow = ({
  part: { settings, requests, starting },
  room,
  now,
}: Pick<ShowFacts, 'room' | 'now'> & {
  readonly part: {
    readonly settings: ShowSettings;
    readonly requests: readonly object[];
    readonly starting: string | null;
  };
}): boolean => requests.length === 0 && starting === null && canAskPrivate({ room, now, settings });

/** Whether the private that runs can be spied on (SHOWS-047). */
export const canSpy = (
  { now, settings }: Pick<ShowFacts, 'now' | 'settings'>,
  type: string | undefined,
): boolean =>
  now.status === 'private' &&
  now.mode === 'public' &&
  settings.spy.enabled &&
  settings.spy.cost > 0 &&
  type !== 'exclusive' &&
  now.ticketTokens === null;
