import { redirect } from 'react-router';
import type { PageServices } from '../services.ts';
import { safeReturnTo } from '../shared/navigation/return-to.ts';

/** What the pages of joining and logging in share: a room to look at; who is logged in goes on. */
export async function loadAuth(request: Request, services: PageServices) {
  const query = new URL(request.url).searchParams;
  const returnTo = safeReturnTo(query.get('return_to'));
  if (await services.currentUser(request)) throw redirect(returnTo);
  const { userList, totalCount } = await services.browse('', new URLSearchParams({ perPage: '6' }), request);
  const room = userList.find(({ status }) => status === 'online') ?? null;
  return { room, liveCount: totalCount, returnTo };
}
