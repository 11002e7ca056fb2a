import { withTexts } from '../../shared/language/with-texts.ts';
import { defineRoomModule, type SlotProps } from '../../shared/room-module/room-module.ts';
import { reduceTicketShows, startTicketShows, TICKET_READS, type TicketPart } from './ticket-state.ts';

/** There is something to say of a ticket show; the server would draw another time than the page. */
const hasStrip = ({ part, room, tools }: SlotProps<TicketPart>): boolean =>
  tools.place === 'room' &&
  !room.viewer.is_owner &&
  tools.client !== undefined &&
  (part.show !== null || part.result !== null);

/** Ticket shows: the strip below the picture, what became of a ticket, the performer's side in the studio. */
export const ticketShowsModule = defineRoomModule({
  key: 'ticketShows',
  reads: TICKET_READS,
  start: startTicketShows,
  reduce: reduceTicketShows,
  slots: {
    'stage.bar': [{ order: 4, when: hasStrip, load: withTexts(() => import('./ticket-strip.tsx')) }],
    'studio.module': [{ order: 5, load: withTexts(() => import('./studio/ticket-studio.tsx')) }],
    page: [
      {
        order: 55,
        when: ({ me, tools }) => me.kind === 'member' && tools.client !== undefined && tools.place === 'room',
        load: () => import('./hear-result.tsx'),
      },
    ],
  },
});
