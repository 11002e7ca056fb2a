import type { InputOf, Api } from '@klieg/contract';
import type { PurchaseWishes } from '#app/shared/modal/modal-map.ts';
import type { VisitQuery } from '#app/shared/visit-query.ts';

type Ask = InputOf<Api['listProducts']>['body'];

/** Parameters for loading the packages: how the visit began, and the preferred biller. */
export function productsAsk(visit: VisitQuery, { biller, isPrompted }: PurchaseWishes): Ask {
  const { advert_id, custom_promo_test, cashtocode_country_code, crypto } = visit;
  return {
    ...(advert_id !== undefined && { advert_id }),
    ...(custom_promo_test !== undefined && { custom_promo_test }),
    ...(cashtocode_country_code !== undefined && { cashtocode_country_code }),
    ...(crypto !== undefined && { crypto: true }),
    ...(biller !== undefined && { biller_pref: biller }),
    ...(isPrompted && { popup_requested: true }),
  };
}
