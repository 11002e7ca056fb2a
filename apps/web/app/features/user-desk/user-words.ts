import type { AdminUser, DeskFlag, TokenCorrection } from '@klieg/contract';
import type { SuspensionReason } from '@klieg/contract/features/user-desk/limits';
import type { TagTone } from '@klieg/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

type Role = AdminUser['user_roles'][number];

/** What a role does, in a few words. */
export const ROLE_WORDS: Readonly<Record<Role, MessageDescriptor>> = {
  remote_logging: msg`Remote logging of the browser console`,
  dick_ratings: msg`Sells ratings`,
  lovense_tester: msg`Tests toys`,
  force_registration_popup: msg`Sees the registration form`,
  model_admin: msg`Looks after models`,
  site_mod: msg`Moderates every room`,
  high_model_fraud: msg`High fraud, shown to staff only`,
  require_credit_card: msg`Needs a card on file to watch`,
  ingest_tester: msg`Tests new ways to broadcast`,
  dvr: msg`DVR in their own room`,
  vr: msg`VR in their own room`,
  linked_accounts: msg`Linked accounts`,
  pps_program: msg`Partner program`,
  speed_date_enabled: msg`Speed dates`,
  auditor: msg`Reads figures and audit log`,
};

export const ROLES = Object.keys(ROLE_WORDS) as Role[];

/** Filters of accounts besides their roles. */
export const STATE_FLAGS: Readonly<Record<Exclude<DeskFlag, Role>, MessageDescriptor>> = {
  suspended: msg`Suspended`,
  admin: msg`Admins`,
  email_unconfirmed: msg`Email not confirmed`,
};

export const REASON_WORDS: Readonly<Record<SuspensionReason, MessageDescriptor>> = {
  rules: msg`House rules`,
  payment: msg`A payment`,
  fraud: msg`Fraud`,
  age: msg`Age`,
  identity: msg`Identity`,
  safety: msg`Safety of others`,
  other: msg`Something else`,
};

export const CORRECTION_STATES: Readonly<
  Record<TokenCorrection['state'], readonly [MessageDescriptor, TagTone]>
> = {
  proposed: [msg`Needs a second person`, 'warn'],
  due: [msg`On its way`, 'info'],
  done: [msg`Booked`, 'ok'],
  refused: [msg`Not enough tokens`, 'bad'],
};

/** The state of an account, in one word. */
export function standingOf(user: AdminUser): readonly [MessageDescriptor, TagTone] {
  if (user.suspension_date !== null) return [msg`Suspended`, 'bad'];
  if (user.isAdmin || user.isSuperAdmin) return [msg`Admin`, 'info'];
  if (user.user_roles.includes('site_mod') || user.user_roles.includes('model_admin'))
    return [msg`Staff`, 'info'];
  if (user.high_model_fraud) return [msg`Fraud`, 'warn'];
  return user.email_confirmed === 1 ? [msg`Good`, 'ok'] : [msg`Unconfirmed`, 'neutral'];
}
