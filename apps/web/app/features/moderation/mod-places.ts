import type { CurrentUser } from '@klieg/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** A page of moderation. */
export interface ModPlace {
  readonly to: string;
  readonly name: MessageDescriptor;
  /** Who may use it; `house` are both. */
  readonly who: 'site_mod' | 'model_admin' | 'house';
}

/** All pages of moderation in the order of their tabs. */
export const MOD_PLACES: readonly ModPlace[] = [
  { to: '/mod', name: msg`Cases and live rooms`, who: 'site_mod' },
  { to: '/mod/live', name: msg`Live rooms`, who: 'house' },
  { to: '/mod/review', name: msg`Review`, who: 'model_admin' },
  { to: '/mod/complaints', name: msg`Complaints`, who: 'site_mod' },
  { to: '/mod/appeals', name: msg`Appeals`, who: 'site_mod' },
  { to: '/mod/sanctions', name: msg`Sanctions`, who: 'site_mod' },
  { to: '/mod/terms', name: msg`Terms`, who: 'model_admin' },
  { to: '/mod/records', name: msg`Records`, who: 'model_admin' },
];

/** The pages that a member of staff may open; none for others. */
export function modPlacesFor(user: CurrentUser['user'] | undefined): readonly ModPlace[] {
  const isAdmin = user?.isAdmin === true || user?.isSuperAdmin === true;
  const isModerator = isAdmin || user?.user_roles.includes('site_mod') === true;
  const isKeeper = isAdmin || user?.user_roles.includes('model_admin') === true;
  const may: Readonly<Record<ModPlace['who'], boolean>> = {
    site_mod: isModerator,
    model_admin: isKeeper,
    house: isModerator || isKeeper,
  };
  return MOD_PLACES.filter(({ who }) => may[who]);
}
