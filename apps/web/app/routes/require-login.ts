import type { CurrentUser } from '@klieg/contract';
import { redirect } from 'react-router';
import type { PageServices } from '../services.ts';

/** The account of the visitor; a guest is sent to log in and comes back afterwards. */
export async function requireLogin(request: Request, services: PageServices): Promise<CurrentUser> {
  const current = await services.currentUser(request);
  if (current) return current;
  const { pathname, search } = new URL(request.url);
  throw redirect(`/login?return_to=${encodeURIComponent(pathname.replace(/\.data$/u, '') + search)}`);
}
