import type { Kit } from '../../platform/kit.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { FeedReader, LedgerFeature } from '../ledger/index.ts';
import type { RoomsFeature } from '../rooms/index.ts';
import type { WalletFeature } from '../wallet/index.ts';
import { tippingConditions } from './conditions.ts';
import { makeTipNews } from './on-tip-paid.ts';
import { makeTippingPart } from './room-part.ts';
import { makeSendTip } from './send-tip.ts';
import { countTips } from './tip-metrics.ts';
import { makeTippingHandlers } from './tipping.http.ts';

export type TippingFeature = ReturnType<typeof composeTipping>;

/** Tips, and the news of them. */
export function composeTipping(
  { feed, metrics }: Pick<Kit, 'feed' | 'metrics'>,
  uses: {
    readonly identity: IdentityFeature;
    readonly ledger: LedgerFeature;
    readonly wallet: WalletFeature;
    readonly rooms: RoomsFeature;
    /** Countries that may neither buy nor tip. */
    readonly isBlockedCountry: (country: string | null) => boolean;
  },
) {
  const { accounts } = uses.identity;
  const { access, hub } = uses.rooms;
  const { isBlockedCountry } = uses;
  const countTip = countTips(metrics);
  const feedReaders: readonly FeedReader[] = [makeTipNews({ accounts, hub, feed })];
  return {
    conditions: tippingConditions,
    roomPart: makeTippingPart(uses.wallet.wallet),
    handlers: makeTippingHandlers({
      accounts,
      access,
      sendTip: makeSendTip({
        wallet: uses.wallet.wallet,
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
