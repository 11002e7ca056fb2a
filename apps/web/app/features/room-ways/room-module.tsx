import { withTexts } from '../../shared/language/with-texts.ts';
import { defineRoomModule, noPart } from '../../shared/room-module/room-module.ts';

/** The ways from a room to others, and of others to it. */
export const roomWaysModule = defineRoomModule({
  key: 'roomWays',
  ...noPart,
  slots: {
    'bar.action': [
      {
        order: 50,
        when: ({ tools }) => tools.place === 'room',
        load: withTexts(() => import('./room-ways.tsx')),
        waiting: <span className="w-[120px] max-tablet:w-11" />,
      },
    ],
  },
});
