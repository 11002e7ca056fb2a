import { api } from '../../shared/api/client.ts';

/** Ends the login session, then reloads the page or goes to the partner that the account came from. */
export async function logOut(): Promise<void> {
  const { redirect } = await api.logout({ body: {} });
  if (redirect) location.assign(redirect);
  else location.reload();
}
