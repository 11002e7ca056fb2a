import type { ErrorCode, UserRole } from '@klieg/contract';
import type { Account } from '../identity/index.ts';
import { isAllowed } from '../permissions/index.ts';

/** The part of a requested change that decides whether somebody may make it. */
export interface WishedChange {
  readonly user_roles?: readonly UserRole[] | undefined;
  readonly isAdmin?: boolean | undefined;
}

const has = (roles: readonly UserRole[], role: UserRole): boolean => roles.includes(role);

/**
 * Why one admin may not make a change; undefined: they may. Nobody changes themselves. Only super admins decide who
 * administers the site and who reads its audit log, and only they change accounts of admins.
 */
export function refuseChange(admin: Account, target: Account, change: WishedChange): ErrorCode | undefined {
  if (admin.id === target.id) return 'common.not_self';
  if (isAllowed('name_admins', { account: admin })) return undefined;
  const isOfAdmin = isAllowed('administer_site', { account: target });
  const namesAdmin = change.isAdmin !== undefined;
  const namesAuditor =
    change.user_roles !== undefined && has(change.user_roles, 'auditor') !== has(target.roles, 'auditor');
  return isOfAdmin || namesAdmin || namesAuditor ? 'back_office.needs_super_admin' : undefined;
}

/** Whether two lists hold the same roles. */
export const isSameRoles = (one: readonly UserRole[], other: readonly UserRole[]): boolean =>
  [...new Set(one)].toSorted().join() === [...new Set(other)].toSorted().join();
