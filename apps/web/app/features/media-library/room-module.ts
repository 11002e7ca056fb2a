import { withTexts } from '#app/shared/language/with-texts.ts';
import { defineRoomModule } from '#app/shared/room-module/room-module.ts';

/**
 * What a performer sells, in a room that is closed: a live one shows the picture, and its page brings no more code for
 * this. The part counts how often the list was told to be another one.
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
