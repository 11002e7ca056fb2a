import type { CurrentUser, MediaItem } from '@klieg/contract';
import type { Me } from '#app/shared/me/me-store.ts';
import { holdingOf } from '../media-rules.ts';

/** What a press on a price leads to. */
export type PurchaseStep =
  /** The visitor is not known yet. */
  | { readonly do: 'wait' }
  | { readonly do: 'log-in' }
  /** Nothing is charged: it can be opened. */
  | { readonly do: 'open' }
  | { readonly do: 'buy-tokens'; readonly missingTokens: number }
  | { readonly do: 'ask' };

type Payer = Pick<CurrentUser, 'tokens' | 'has_cc' | 'postpay'>;

/** Missing tokens of somebody with neither a card on file nor post-pay; 0 if the press may continue. */
export const missingTokens = (payer: Payer, price: number): number =>
  payer.has_cc || payer.postpay ? 0 : Math.max(0, price - payer.tokens);

/** The steps of a purchase in order: log in, owned or free, too few tokens, the confirmation. */
export function purchaseStep(me: Me, media: MediaItem): PurchaseStep {
  if (me.kind === 'unknown') return { do: 'wait' };
  if (me.kind === 'guest') return media.is_free_no_auth ? { do: 'open' } : { do: 'log-in' };
  if (holdingOf(media, me.current.media_ids) !== 'none') return { do: 'open' };
  const missing = missingTokens(me.current, media.final_price);
  return missing > 0 ? { do: 'buy-tokens', missingTokens: missing } : { do: 'ask' };
}
