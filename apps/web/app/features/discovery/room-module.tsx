import { useEffect } from 'react';
import { defineRoomModule, noPart, type SlotProps } from '../../shared/room-module/room-module.ts';
import { withTexts } from '../../shared/language/with-texts.ts';
import { LiveNowWaiting } from './live-now/live-now-waiting.tsx';
import { rememberViewed } from './lists/viewed-rooms.ts';

/** Remembers the room in this browser for guests, once. Draws nothing. */
function ViewedRoom({ room, me }: SlotProps): null {
  const isGuest = me.kind === 'guest';
  useEffect(() => {
    if (isGuest) rememberViewed(room);
    // oxlint-disable-next-line react/exhaustive-deps -- once per room
  }, [isGuest, room.user.username]);
  return null;
}

/** Rooms that a guest has visited. */
export const viewedModule = defineRoomModule({
  key: 'viewed',
  ...noPart,
  slots: { page: [{ order: 20, draw: ViewedRoom, when: ({ tools }) => tools.place === 'room' }] },
});

/** A show is on, and this person is not in it. */
const isShutOut = ({ status, mode }: SlotProps['now']): boolean =>
  (status === 'private' || status === 'limited') && mode === 'public';

const loadRow = withTexts(() => import('./live-now/live-now-row.tsx'));

/** What else is live, in a room that is closed. */
export const liveNowModule = defineRoomModule({
  key: 'liveNow',
  ...noPart,
  slots: {
    'stage.bar': [
      {
        order: 20,
        when: ({ now, tools }) => tools.place === 'room' && now.status === 'offline',
        load: loadRow,
        waiting: <LiveNowWaiting />,
      },
      {
        order: 20,
        when: ({ now, tools }) => tools.place === 'room' && isShutOut(now),
        load: loadRow,
        waiting: <LiveNowWaiting isShow />,
      },
    ],
  },
});
