import { withTexts } from '../../shared/language/with-texts.ts';
import { defineRoomModule, noPart } from '../../shared/room-module/room-module.ts';

/**
 * The rating of the performer, for members; what is known of it is part of the room's own state. Guests, who
 * may not rate, do not fetch its code.
 */
export const ratingsModule = defineRoomModule({
  key: 'ratings',
  ...noPart,
  slots: {
    'bar.action': [
      {
        order: 10,
        when: ({ me, room }) => me.kind === 'member' && !room.viewer.is_owner,
        load: withTexts(() => import('./rate-button.tsx')),
      },
    ],
  },
});
