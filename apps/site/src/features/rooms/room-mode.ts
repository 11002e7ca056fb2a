import type { ChatStatus, Room } from '@klieg/contract';

/** What kind of show runs: who may see the picture, and by which right (machine 2). */
export type RoomMode = Room['mode'];

/** The mode of every status. Spies are in a private: their own seat, not a mode of the room. */
const modes: Readonly<Record<ChatStatus, RoomMode>> = {
  offline: 'public',
  connected: 'public',
  online: 'public',
  online_ai: 'public',
  reconnecting: 'public',
  standby: 'public',
  private: 'private',
  limited: 'limited',
};

export const modeOf = (status: ChatStatus): RoomMode => modes[status];
