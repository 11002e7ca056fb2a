import type { CurrentUser } from '@klieg/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** A page of the back office. */
export interface DeskPlace {
  readonly to: string;
  readonly name: MessageDescriptor;
  /** Who works there; nobody else may. */
  readonly who: 'money' | 'admin' | 'review' | 'audit';
  /** It has its own heading, with actions beside its name. */
  readonly hasHead?: true;
  /** Rarely opened: where one row cannot hold all tabs it is in a menu at their end. */
  readonly isRare?: true;
}

/** All pages of the back office in the order of their tabs. */
export const DESK_PLACES: readonly DeskPlace[] = [
  { to: '/admin', name: msg`Money`, who: 'money' },
  { to: '/admin/users', name: msg`Users`, who: 'admin' },
  { to: '/admin/orders', name: msg`Orders`, who: 'admin' },
  { to: '/admin/chargebacks', name: msg`Chargebacks`, who: 'admin' },
  { to: '/admin/settlements', name: msg`Settlements`, who: 'admin' },
  { to: '/admin/ledger', name: msg`Ledger`, who: 'admin' },
  { to: '/admin/products', name: msg`Products`, who: 'admin', hasHead: true },
  { to: '/admin/promos', name: msg`Promos`, who: 'admin', hasHead: true },
  { to: '/admin/wheel', name: msg`Wheels`, who: 'admin' },
  { to: '/admin/support', name: msg`Support`, who: 'admin', hasHead: true },
  { to: '/admin/jurisdictions', name: msg`Age checks`, who: 'admin', isRare: true },
  { to: '/admin/playback', name: msg`Playback`, who: 'admin', isRare: true },
  { to: '/admin/banners', name: msg`Banners`, who: 'admin', hasHead: true, isRare: true },
  { to: '/admin/announcements', name: msg`Announcements`, who: 'admin', hasHead: true, isRare: true },
  { to: '/admin/press', name: msg`Press`, who: 'admin', hasHead: true, isRare: true },
  { to: '/admin/contests', name: msg`Contests`, who: 'admin', hasHead: true, isRare: true },
  { to: '/admin/redir', name: msg`Outside links`, who: 'admin', hasHead: true, isRare: true },
  { to: '/admin/legal', name: msg`Documents`, who: 'admin', hasHead: true, isRare: true },
  { to: '/admin/voyeur', name: msg`Voyeur rooms`, who: 'admin', hasHead: true, isRare: true },
  { to: '/admin/review', name: msg`Review`, who: 'review', hasHead: true },
  { to: '/admin/audit', name: msg`Audit`, who: 'audit' },
];

/** The page at an address, or the list above a single account or order. */
export const deskPlaceOf = (pathname: string): DeskPlace =>
  DESK_PLACES.findLast(({ to }) => pathname === to || pathname.startsWith(`${to}/`)) ?? DESK_PLACES[0]!;

/** The pages that a member of staff may open; none for others. */
export function deskPlacesFor(user: CurrentUser['user'] | undefined): readonly DeskPlace[] {
  const isAdmin = user?.isAdmin === true || user?.isSuperAdmin === true;
  const mayAudit = user?.isSuperAdmin === true || user?.user_roles.includes('auditor') === true;
  const may: Readonly<Record<DeskPlace['who'], boolean>> = {
    money: isAdmin || mayAudit,
    admin: isAdmin,
    review: isAdmin || user?.user_roles.includes('model_admin') === true,
    audit: mayAudit,
  };
  return DESK_PLACES.filter(({ who }) => may[who]);
}
