import type { CurrentUser } from '@klieg/contract';
import { data } from 'react-router';
import type { PageServices } from '../services.ts';
import { requireLogin } from './require-login.ts';

/**
 * Staff of the back office; for everybody else its pages do not exist.
 * @param opensToKeepers the page is for staff who look after models, too
 */
export async function requireDesk(
  request: Request,
  services: PageServices,
  opensToKeepers = false,
): Promise<CurrentUser> {
  const current = await requireLogin(request, services);
  const { isAdmin, isSuperAdmin, user_roles: roles } = current.user;
  const isKeeper = opensToKeepers && roles.includes('model_admin');
  if (!isAdmin && !isSuperAdmin && !isKeeper && !roles.includes('auditor')) throw data(null, { status: 404 });
  return current;
}
