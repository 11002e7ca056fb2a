import {
  type CardExtras,
  type CardParts,
  cardPartToCome,
  goalOfCardsToCome,
  type ListedModel,
} from '../features/rooms/index.ts';
import { joinParts } from '../platform/parts/index.ts';

/** What features add to the cards of performers; the compiler tells which key has no owner or two. */
export const joinCardParts = (): CardParts =>
  joinParts<ListedModel, CardExtras>()([cardPartToCome, goalOfCardsToCome]);
