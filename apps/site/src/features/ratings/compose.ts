import type { Kit } from '../../platform/kit.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import type { RoomsFeature } from '../rooms/index.ts';
import type { WalletFeature } from '../wallet/index.ts';
import { makePastShows } from './past-shows.ts';
import { makeRatingStore } from './rating-store.ts';
import { makeRatingsPart } from './room-part.ts';
import { makeRatingsHandlers } from './ratings.http.ts';

export type RatingsFeature = ReturnType<typeof composeRatings>;

/** Stars that those who paid give to performers. */
export function composeRatings(
  { database }: Pick<Kit, 'database'>,
  uses: {
    readonly identity: IdentityFeature;
    readonly wallet: WalletFeature;
    readonly notifications: NotificationsFeature;
    readonly rooms: RoomsFeature;
  },
) {
  const ratings = makeRatingStore(database);
  const pastShows = makePastShows();
  return {
    /** Kinds of shows say here who had one lately. */
    pastShows,
    listRated: ratings.listRated,
    roomPart: makeRatingsPart({ ratings, wallet: uses.wallet.wallet, hadShow: pastShows.hadOne }),
    handlers: makeRatingsHandlers({
      accounts: uses.identity.accounts,
      access: uses.rooms.access,
      ratings,
      recentTips: uses.wallet.wallet.recentTips,
      hadShow: pastShows.hadOne,
      onComment: (model, comment) =>
        uses.notifications.notifyLater(model.id, {
          kind: 'system',
          code: 'rating_note',
          params: { text: comment },
          url: null,
        }),
    }),
  };
}
