import type { Place } from '#site/platform/visitors/index.ts';
import { type Account, chosenInvisibleLevel, isApprovedModel } from '../../identity/index.ts';
import { isAllowed, principalsOf } from '../../permissions/index.ts';
import type { SiteCaller } from '../../sessions/index.ts';
import type { Role } from './sight-rules.ts';

/** Somebody's staff role in every room; admins have both roles (MODERATION-ROLES-018). */
export function officeOf(account: Account | null): 'model_admin' | 'site_mod' | null {
  const principals = principalsOf({ account });
  if (principals.has('model_admin')) return 'model_admin';
  return principals.has('site_mod') ? 'site_mod' : null;
}

/** Hidden from later visitors neither by choice nor by office. */
export const isSeen = (person: Account): boolean =>
  chosenInvisibleLevel(person) === 0 && officeOf(person) === null;

/**
 * True for those who may see and administer a room: its streamer, model admins and site moderators
 * (MODERATION-ROLES-019).
 */
export const isAtHome = (owner: Account, caller: SiteCaller): boolean =>
  isAllowed('administer_room', caller, { room: { ownerId: owner.id, isModerator: false } });

/** Somebody's role in a room, given whether they are its moderator. */
export function roleIn(owner: Account, account: Account | null, isModerator: boolean): Role {
  if (account?.id === owner.id) return 'streamer';
  return officeOf(account) ?? (isModerator ? 'moderator' : 'viewer');
}

/** Countries, and states such as `US-FL`, whose people somebody does not want to be seen by. */
export interface BlockedPlaces {
  readonly countries: readonly string[];
  readonly states: readonly string[];
}

/** Whether a place is blocked. An unknown place could be any, so it counts as blocked where there are blocks. */
export function isBlockedPlace({ countries, states }: BlockedPlaces, { country, state }: Place): boolean {
  if (country === null) return countries.length + states.length > 0;
  if (countries.includes(country)) return true;
  return state === null
    ? states.some((blocked) => blocked.startsWith(`${country}-`))
    : states.includes(state);
}

/** By where they are now, and by the country of their account. */
const isBlockedFor = ({ settings }: Account, caller: SiteCaller): boolean => {
  const blocked = { countries: settings.blocked_countries, states: settings.blocked_states };
  const home = caller.account?.countryCode;
  return isBlockedPlace(blocked, caller) || (home ? blocked.countries.includes(home) : false);
};

/** Whether a performer has closed the room to the places or account kind of the caller, who does not administer it. */
export const keepsOut = (owner: Account, caller: SiteCaller): boolean =>
  owner.type === 'model' &&
  !isAtHome(owner, caller) &&
  ((owner.settings.block_room_models && caller.account?.type === 'model') || isBlockedFor(owner, caller));

/**
 * Whether a room exists for this caller (condition +room, without bans). A room that blocks the caller's country, state
 * or kind is treated as nonexistent; so is that of a model who is suspended or not approved.
 */
export function mayEnter(owner: Account, caller: SiteCaller): boolean {
  if (owner.type !== 'model') return false;
  if (isAtHome(owner, caller)) return true;
  if (!isApprovedModel(owner) || owner.suspendedAt !== null) return false;
  return !keepsOut(owner, caller);
}
