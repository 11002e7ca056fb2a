import { type Account, isApprovedModel } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';

/** True for those who may see every room: its owner and staff. */
export const isAtHome = (owner: Account, caller: SiteCaller): boolean =>
  caller.account?.id === owner.id ||
  (caller.account?.roles.some((role) => role === 'site_mod' || role === 'model_admin') ?? false);

/**
 * Whether a room exists for this caller (condition +room). A room that blocks the caller's country is
 * the same as one that does not exist; so is that of a model who is suspended or not approved.
 */
export function mayEnter(owner: Account, caller: SiteCaller): boolean {
  if (owner.type !== 'model') return false;
  if (isAtHome(owner, caller)) return true;
  if (!isApprovedModel(owner) || owner.suspendedAt !== null) return false;
  const countries = [caller.country, caller.account?.countryCode ?? null];
  return !countries.some((country) => country !== null && owner.settings.blocked_countries.includes(country));
}
