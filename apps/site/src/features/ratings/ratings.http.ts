import { type callsByFeature, cleanText } from '@klieg/contract';
import { type AccountId, AppError, type Uuid } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import { type RoomAccess, summarizeRatings } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { HadShow } from './past-shows.ts';
import { mayRate } from './rating-rules.ts';
import type { RatingStore } from './rating-store.ts';

interface Deps {
  readonly accounts: AccountStore;
  readonly access: RoomAccess;
  readonly ratings: RatingStore;
  readonly recentTips: (payer: AccountId, receiver: AccountId) => Promise<number>;
  readonly hadShow: HadShow;
  /** The model gets the words without a name; the model sees averages, never who. */
  readonly onComment: (model: Account, comment: string) => void;
}

export function makeRatingsHandlers(deps: Deps): Handlers<(typeof callsByFeature)['ratings'], SiteCaller> {
  return {
    async rateModel({ params, body }, { caller }) {
      const me = caller.account!;
      const model = await deps.access.enter(params.username, caller);
      const [recentTips, hadShow] = await Promise.all([
        deps.recentTips(me.id, model.id),
        deps.hadShow(me.id, model.id),
      ]);
      if (!mayRate({ isSelf: me.id === model.id, recentTips, hadShow }))
        throw new AppError('shows.rating_not_allowed');
      const comment = cleanText(body.comment ?? '').trim() || null;
      const counts = await deps.ratings.keep({
        model: model.id,
        rater: me.id,
        stars: body.stars,
        show: body.show,
        showId: (body.show_id as Uuid | undefined) ?? null,
        comment,
      });
      if (comment) deps.onComment(model, comment);
      return { status: 1, ratings: summarizeRatings(counts) };
    },
  };
}
