import type { JoinProduct } from '@klieg/contract';
import type { PurchaseWishes } from '#app/shared/modal/modal-map.ts';
import type { VisitQuery } from '#app/shared/visit-query.ts';
import { readBillerLink } from './alternates.ts';

/** Whether packages are shown beside the registration: a prohibition wins (BILLING-028, BILLING-033). */
export const wantsJoinPackages = (visit: Pick<VisitQuery, 'join_form' | '_disabled_join_form'>): boolean =>
  visit.join_form === '1' && visit._disabled_join_form !== '1';

const KEY = 'klieg.join-package';

/** Keeps the package that was chosen while joining, for the purchase that comes after it. */
export function keepJoinChoice({ biller_link: link }: Pick<JoinProduct, 'biller_link'>): void {
  try {
    sessionStorage.setItem(KEY, link);
  } catch {
    // Private windows refuse storage; the purchase then begins with its suggestion.
  }
}

/** The package chosen while joining, once; nothing if none was. */
export function takeJoinChoice(): Pick<PurchaseWishes, 'internalId' | 'biller'> {
  try {
    const wanted = readBillerLink(sessionStorage.getItem(KEY));
    sessionStorage.removeItem(KEY);
    return wanted ? { internalId: wanted.internal_id, biller: wanted.biller } : {};
  } catch {
    return {};
  }
}
