import { usePromoOffer } from '../../features/promo/index.ts';

/** The offer to visitors, on sites that have one; elsewhere nobody fetches its code. */
export default function OfferExtras() {
  usePromoOffer();
  return null;
}
