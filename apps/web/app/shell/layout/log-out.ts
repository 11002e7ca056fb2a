import { endPush } from '../../features/push/index.ts';
import { api } from '../../shared/api/client.ts';
import { leaveBy } from '../../shared/session/own-leave.ts';
import { writeCookie } from '../../shared/cookie.ts';

/**
 * Ends the login session, then goes where the caller wants, or to the partner that the account came from, else reloads
 * the page.
 */
export async function logOut(to?: string): Promise<void> {
  await endPush();
  leaveBy(true);
  const { redirect } = await api.logout({ body: {} }).catch((error: unknown) => {
    leaveBy(false);
    throw error;
  });
  // The next page is a guest's, whose home page is everybody's.
  writeCookie('home', '', 0);
  const next = to ?? redirect;
  if (next) location.assign(next);
  else location.reload();
}
