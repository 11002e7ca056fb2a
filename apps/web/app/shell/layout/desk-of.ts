import type { CurrentUser } from '@klieg/contract';

/** Where somebody works for the house; undefined for who does not. */
export function deskOf({ isAdmin, isSuperAdmin, user_roles: roles }: CurrentUser['user']) {
  if (isAdmin || isSuperAdmin || roles.includes('auditor')) return '/admin';
  if (roles.includes('site_mod')) return '/mod';
  return roles.includes('model_admin') ? '/mod/review' : undefined;
}
