import { withTexts } from '#app/shared/language/with-texts.ts';
import { defineRoomModule } from '#app/shared/room-module/room-module.ts';

/**
 * A performer's media, only in a closed room: a live one shows the picture, and its page loads no code for this. `part`
 * is a version that grows with each change of the list.
 */
export const mediaModule = defineRoomModule({
  key: 'media',
  reads: ['v3.chat.update_media_list'],
  start: () => 0,
  reduce: (part: number) => part + 1,
  slots: {
    'stage.below': [
      {
        order: 70,
        when: ({ now, tools }) => tools.place === 'room' && now.status === 'offline',
        load: withTexts(() => import('./room-media.tsx')),
      },
    ],
  },
});
