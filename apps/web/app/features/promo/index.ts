export { usePromoNews } from './use-promo-news.ts';
export { usePromoOffer } from './use-promo-offer.ts';
