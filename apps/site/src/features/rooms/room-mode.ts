import type { ChatStatus, Payload, Room } from '@klieg/contract';

/** What kind of show runs in a room (machine 2). Spies look into a private: a seat of theirs, no mode of the room. */
export type RoomMode = Exclude<Room['mode'], 'spy'>;

/** The mode as one page has it, on the wire. */
export type SeatMode = Payload<'v3.room.snapshot'>['mode'];

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

/** The mode of a room by its status; a missing picture does not end the show (S204). */
export const modeOf = (room: {
  readonly status: ChatStatus;
  readonly previousStatus?: ChatStatus | null;
}): RoomMode => modes[room.status === 'reconnecting' ? (room.previousStatus ?? 'online') : room.status];

/** Whether no show with seats runs, so that whoever may enter the room may watch what it shows. */
export const isOpenToAll = (room: Parameters<typeof modeOf>[0]): boolean => modeOf(room) === 'public';
