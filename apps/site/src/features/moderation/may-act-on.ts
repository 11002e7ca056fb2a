import type { Account } from '../identity/index.ts';
import { isAllowed, isStaff } from '../permissions/index.ts';
import type { SiteCaller } from '../sessions/index.ts';

/** Nobody acts on staff but admins, and on accounts of admins super admins alone, as everywhere. */
export function mayActOn(person: Account, caller: SiteCaller): boolean {
  if (!isStaff({ account: person })) return true;
  const needed = isAllowed('administer_site', { account: person }) ? 'name_admins' : 'administer_site';
  return isAllowed(needed, caller);
}
