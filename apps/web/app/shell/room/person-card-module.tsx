import { DialogWaiting } from '@klieg/ui';
import type { Person } from '../../features/room-chat/people/person.ts';
import { withTexts } from '../../shared/language/with-texts.ts';
import type { RoomEvent } from '../../shared/room-module/room-events.ts';
import { defineRoomModule } from '../../shared/room-module/room-module.ts';

declare module '../../shared/room-module/room-events.ts' {
  interface PageEvents {
    'page.card-closed': Record<string, never>;
  }
}

/** Whose card is open, and which element was pressed; null for none. */
export type OpenCard = { readonly person: Person; readonly anchor: Element } | null;

const reduceCard = (
  _open: OpenCard,
  event: RoomEvent<'page.person-pressed' | 'page.card-closed'>,
): OpenCard => (event.name === 'page.person-pressed' ? event.payload : null);

/** The cards of people in a room; their code comes with the first. */
export const personCardModule = defineRoomModule({
  key: 'personCard',
  reads: ['page.person-pressed', 'page.card-closed'],
  start: (): OpenCard => null,
  reduce: reduceCard,
  slots: {
    page: [
      {
        order: 30,
        when: ({ part }) => part !== null,
        load: withTexts(() => import('./person-card.tsx')),
        waiting: <DialogWaiting />,
      },
    ],
  },
});
