import { withTexts } from '../../shared/language/with-texts.ts';
import { defineRoomModule, type SlotProps } from '../../shared/room-module/room-module.ts';
import { RATING_READS, type RatingPart, reduceRating } from './rating-state.ts';

const mayEverRate = ({ me, room }: Pick<SlotProps, 'me' | 'room'>): boolean =>
  me.kind === 'member' && !room.viewer.is_owner;

/**
 * The rating of the performer, for members: a button in the bar, and the row below it. Rating data is part of the
 * room's state. Guests, who may not rate, do not load its code.
 */
export const ratingsModule = defineRoomModule({
  key: 'ratings',
  reads: RATING_READS,
  start: (): RatingPart => ({ isShown: false }),
  reduce: reduceRating,
  slots: {
    'bar.action': [{ order: 10, when: mayEverRate, load: withTexts(() => import('./rate-button.tsx')) }],
    'stage.bar': [
      {
        order: 20,
        when: (props) => mayEverRate(props) && props.part.isShown,
        load: withTexts(() => import('./rating-row.tsx')),
      },
    ],
  },
});
