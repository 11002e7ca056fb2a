import type { RoomDoor } from './room-door.ts';

/** Whether the caller has given the room's password, or needs none. */
export type HasPassed = RoomDoor['hasPassed'];
