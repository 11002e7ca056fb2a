import type { BroadcastFeature } from '../features/broadcast/index.ts';
import { fanCardPart } from '../features/fan-club/index.ts';
import type { GroupShowsFeature } from '../features/group-shows/index.ts';
import type { RoomGamesFeature } from '../features/room-games/index.ts';
import {
  type CardExtras,
  type CardParts,
  cardPartToCome,
  type ListedModel,
} from '../features/rooms/index.ts';
import type { ScheduleFeature } from '../features/schedule/index.ts';
import type { TicketShowsFeature } from '../features/ticket-shows/index.ts';
import { joinParts } from '../platform/parts/index.ts';
import type { Kit } from '../platform/kit.ts';

/** What features add to the cards of performers; the compiler tells which key has no owner or two. */
export const joinCardParts = (
  _kit: Kit,
  features: {
    readonly broadcast: BroadcastFeature;
    readonly roomGames: RoomGamesFeature;
    readonly ticketShows: TicketShowsFeature;
    readonly groupShows: GroupShowsFeature;
    readonly schedule: ScheduleFeature;
  },
): CardParts =>
  joinParts<ListedModel, CardExtras>()([
    cardPartToCome,
    fanCardPart,
    features.broadcast.cardPart,
    features.roomGames.cardPart,
    features.ticketShows.cardPart,
    features.groupShows.cardPart,
    features.schedule.cardPart,
  ]);
