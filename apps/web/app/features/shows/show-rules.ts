import type { Room } from '@klieg/contract';
import type { RoomState } from '../../shared/room/room-state.ts';

/** What of the room's settings decides about shows; the room tells of changes. */
export type ShowSettings = Pick<
  Room['userSetting'],
  'private_enabled' | 'private_cost' | 'exclusive_cost' | 'private_min_minutes' | 'spy'
>;

export interface ShowFacts {
  readonly room: Pick<Room, 'user' | 'limitedShow' | 'versusTournament' | 'chat'>;
  readonly now: Pick<RoomState, 'status' | 'mode'>;
  readonly settings: ShowSettings;
}

/** The show of tickets, as an app that is installed in a room. */
const LIMITED_SHOW_APP = 14;

const hasLimitedShow = ({ limitedShow, chat }: ShowFacts['room']): boolean =>
  limitedShow !== null || chat.installedAppId === LIMITED_SHOW_APP;

/** Whether a private can be asked for (SHOWS-046). */
export const canAskPrivate = ({ room, now, settings }: ShowFacts): boolean =>
  (now.status === 'online' || now.status === 'standby') &&
  settings.private_enabled &&
  !room.user.is_voyeur &&
  room.versusTournament === null &&
  !hasLimitedShow(room);

/** Whether the private that runs can be spied on (SHOWS-047). */
export const canSpy = ({ room, now, settings }: ShowFacts, type: string | undefined): boolean =>
  now.status === 'private' &&
  now.mode === 'public' &&
  settings.spy.enabled &&
  settings.spy.cost > 0 &&
  type !== 'exclusive' &&
  !hasLimitedShow(room);
