import type { CurrentUser } from '@klieg/contract';
import { data, redirect } from 'react-router';
import type { PageServices } from '../services.ts';

/** The account of the visitor; a guest is sent to log in and comes back afterwards. */
export async function requireLogin(request: Request, services: PageServices): Promise<CurrentUser> {
  const current = await services.currentUser(request);
  if (current) return current;
  const { pathname, search } = new URL(request.url);
  throw redirect(`/login?return_to=${encodeURIComponent(pathname.replace(/\.data$/u, '') + search)}`);
}

/** A model's account; a guest is sent to log in, and other members are told who the page is for. */
export async function requireModel(request: Request, services: PageServices): Promise<CurrentUser> {
  const current = await requireLogin(request, services);
  if (current.user.type !== 'model') throw data({ isForModels: true }, { status: 403 });
  return current;
}
