import { type RoomPart, summarizeRatings } from '../rooms/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { HadShow } from './past-shows.ts';
import { mayRate } from './rating-rules.ts';
import type { RatingStore } from './rating-store.ts';

/** A room's stars, and whether the caller may give some. */
export const makeRatingsPart = (deps: {
  readonly ratings: Pick<RatingStore, 'findToday'>;
  readonly wallet: Pick<Wallet, 'recentTips'>;
  readonly hadShow: HadShow;
}): RoomPart<'user.ratings' | 'viewer.can_rate'> => ({
  empty: { 'user.ratings': { average: 0, count: 0, today: null }, 'viewer.can_rate': false },
  read: (asks) =>
    Promise.all(
      asks.map(async ({ owner, row, caller: { account } }) => {
        const [today, recentTips, hadShow] = account
          ? await Promise.all([
              deps.ratings.findToday(account.id, owner.id),
              deps.wallet.recentTips(account.id, owner.id),
              deps.hadShow(account.id, owner.id),
            ])
          : [null, 0, false];
        return {
          'user.ratings': { ...summarizeRatings(row.ratingCounts), today },
          'viewer.can_rate':
            account !== null && mayRate({ isSelf: account.id === owner.id, recentTips, hadShow }),
        };
      }),
    ),
});
