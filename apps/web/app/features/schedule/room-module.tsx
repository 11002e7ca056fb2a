import { withTexts } from '../../shared/language/with-texts.ts';
import { defineRoomModule, noPart, type SlotProps } from '../../shared/room-module/room-module.ts';

/** Hours come with the page's own answer: the server, in another zone, only renders the placeholder. */
const isClosed = ({ now, tools }: SlotProps<null>): boolean =>
  tools.place === 'room' && now.status === 'offline';

/** Announcements in a closed room, and their side in the studio. */
export const scheduleModule = defineRoomModule({
  key: 'schedule',
  ...noPart,
  slots: {
    'stage.below': [
      {
        order: 5,
        when: isClosed,
        load: withTexts(() => import('./room-schedule.tsx')),
        waiting: <section className="module room-schedule" aria-busy="true" />,
      },
    ],
    'studio.module': [{ order: 60, load: withTexts(() => import('./studio/schedule-studio.tsx')) }],
  },
});
