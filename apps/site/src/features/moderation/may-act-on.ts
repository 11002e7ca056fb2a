import type { Account } from '../identity/index.ts';
import { isAllowed, isStaff } from '../permissions/index.ts';
import type { SiteCaller } from '../sessions/index.ts';

/** Only admins act on staff, and only super admins on admins, as everywhere. */
export function mayActOn(person: Account, caller: SiteCaller): boolean {
  if (!isStaff({ account: person })) return true;
  const needed = isAllowed('administer_site', { account: person }) ? 'name_admins' : 'administer_site';
  return isAllowed(needed, caller);
}
