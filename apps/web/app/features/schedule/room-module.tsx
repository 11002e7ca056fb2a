import { withTexts } from '../../shared/language/with-texts.ts';
import { defineRoomModule, noPart, type SlotProps } from '../../shared/room-module/room-module.ts';

/** Hours come with the page's own answer: the server, whose zone is another, draws the waiting section alone. */
const isClosed = ({ now, tools }: SlotProps<null>): boolean =>
  tools.place === 'room' && now.status === 'offline';

/** What is announced, in a room that is closed; the studio's side of it. */
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
