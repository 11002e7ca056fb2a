import { RATING_TIPS_MIN } from '@klieg/contract';

/** What decides whether somebody may rate a model (S314). */
export interface RatingFacts {
  readonly isSelf: boolean;
  /** Tokens to this model in the last 60 minutes; what shows cost counts too. */
  readonly recentTips: number;
  /** Paid for, or held a ticket of, a show of this model that ended within 24 hours. */
  readonly hadShow: boolean;
}

/** Whether a rating is taken; nobody rates oneself. */
export const mayRate = ({ isSelf, recentTips, hadShow }: RatingFacts): boolean =>
  !isSelf && (hadShow || recentTips >= RATING_TIPS_MIN);
