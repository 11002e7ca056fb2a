import { withTexts } from '../../shared/language/with-texts.ts';
import { defineRoomModule, noPart, type SlotProps } from '../../shared/room-module/room-module.ts';

/** The server would draw another hour than the page. */
const isClosed = ({ now, tools }: SlotProps<null>): boolean =>
  tools.place === 'room' && tools.client !== undefined && now.status === 'offline';

/** What is announced, in a room that is closed; the studio's side of it. */
export const scheduleModule = defineRoomModule({
  key: 'schedule',
  ...noPart,
  slots: {
    'stage.below': [{ order: 5, when: isClosed, load: withTexts(() => import('./room-schedule.tsx')) }],
    'studio.module': [{ order: 60, load: withTexts(() => import('./studio/schedule-studio.tsx')) }],
  },
});
