import { redirect } from 'react-router';
import { liveTotal } from '../features/discovery/filter/browse-filters.ts';
import type { PageServices } from '../services.ts';
import { safeReturnTo } from '../shared/navigation/return-to.ts';

/** A live room to look at beside a form. */
export async function loadAuthRoom(request: Request, services: PageServices) {
  const rooms = await services.browse('', new URLSearchParams(), request);
  const room = rooms?.result.userList.find(({ status }) => status === 'online') ?? null;
  return { room, liveCount: rooms ? liveTotal(rooms.result) : 0 };
}

/** Shared by the pages of joining and logging in: a room to look at; logged-in people are sent on. */
export async function loadAuth(request: Request, services: PageServices) {
  const query = new URL(request.url).searchParams;
  const returnTo = safeReturnTo(query.get('return_to'));
  if (await services.currentUser(request)) throw redirect(returnTo);
  return { ...(await loadAuthRoom(request, services)), returnTo };
}
