import type { Kit } from '../../platform/kit.ts';
import type { BlocksFeature } from '../blocks/index.ts';
import type { ComplianceFeature } from '../compliance/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { FeedReader, LedgerFeature } from '../ledger/index.ts';
import type { LinkedAccountsFeature } from '../linked-accounts/index.ts';
import type { RoomsFeature } from '../rooms/index.ts';
import type { WalletFeature } from '../wallet/index.ts';
import { makeCommentRules } from './comment-rules.ts';
import { makeTipNews } from './on-tip-paid.ts';
import { makeOffers } from './offers.ts';
import { makeTippingPart } from './room-part.ts';
import { makeSendTip } from './send-tip.ts';
import { countTips } from './tip-metrics.ts';
import { makeTippingHandlers } from './tipping.http.ts';

export type TippingFeature = ReturnType<typeof composeTipping>;

/** Tips, and news of them. */
export function composeTipping(
  { feed, metrics }: Pick<Kit, 'feed' | 'metrics'>,
  uses: {
    readonly blocks: BlocksFeature;
    readonly linkedAccounts: Pick<LinkedAccountsFeature, 'isLinked'>;
    readonly identity: IdentityFeature;
    readonly ledger: LedgerFeature;
    readonly wallet: WalletFeature;
    readonly rooms: RoomsFeature;
    readonly compliance: Pick<ComplianceFeature, 'terms'>;
    /** Countries that may neither buy nor tip. */
    readonly isBlockedCountry: (country: string | null) => boolean;
  },
) {
  const { accounts } = uses.identity;
  const { access, hasPassed, hub, isOpen } = uses.rooms;
  const { isBlockedCountry } = uses;
  const { blocks } = uses.blocks;
  const offers = makeOffers();
  const countTip = countTips(metrics);
  const comments = makeCommentRules(uses.compliance.terms.refuserOf('messages'));
  const feedReaders: readonly FeedReader[] = [makeTipNews({ accounts, hub, feed })];
  return {
    roomPart: makeTippingPart(uses.wallet.wallet),
    /** What holds for comments of everything that is given in a room. */
    comments,
    /** For the features of apps that sell something. */
    offers,
    handlers: makeTippingHandlers({
      accounts,
      access,
      comments,
      isLinked: uses.linkedAccounts.isLinked,
      hasPassed,
      isOpen,
      offers,
      blocks,
      sendTip: makeSendTip({
        blocks,
        wallet: uses.wallet.wallet,
        seats: uses.rooms.seats,
        offers,
        isBlockedCountry,
        onTip: countTip,
      }),
      isBlockedCountry,
      lastTip: async (id) => {
        const { rows } = await uses.ledger.ledger.historyOf(id, { limit: 1, kind: 'tip' });
        return rows[0] && -rows[0].tokens;
      },
    }),
    feedReaders,
    /** Counts a tip that was paid in another way than by `sendTip`. */
    countTip,
  };
}
