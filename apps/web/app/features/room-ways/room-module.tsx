import { defineRoomModule, noPart } from '../../shared/room-module/room-module.ts';
import { RoomWays } from './room-ways.tsx';

/** Links from a room to others, and to share it. */
export const roomWaysModule = defineRoomModule({
  key: 'roomWays',
  ...noPart,
  slots: { 'bar.action': [{ order: 50, draw: RoomWays, when: ({ tools }) => tools.place === 'room' }] },
});
