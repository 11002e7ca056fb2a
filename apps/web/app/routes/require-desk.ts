import type { CurrentUser } from '@klieg/contract';
import { data } from 'react-router';
import type { PageServices } from '../services.ts';
import { requireLogin } from './require-login.ts';

/** Staff of the back office; to everybody else its pages are not there. */
export async function requireDesk(request: Request, services: PageServices): Promise<CurrentUser> {
  const current = await requireLogin(request, services);
  const { isAdmin, isSuperAdmin, user_roles: roles } = current.user;
  if (!isAdmin && !isSuperAdmin && !roles.includes('auditor')) throw data(null, { status: 404 });
  return current;
}
