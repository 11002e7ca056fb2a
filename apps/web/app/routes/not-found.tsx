import { data } from 'react-router';
import { servicesContext } from '../services.ts';
import type { Route } from './+types/not-found.ts';

const SUGGESTED = 4;

/** Every address that no other route knows, with rooms that are live instead (SHELL-004). */
export async function loader({ request, context }: Route.LoaderArgs): Promise<never> {
  const rooms = await context.get(servicesContext).browse('', new URLSearchParams(), request);
  const suggestions = rooms.userList.filter(({ status }) => status === 'online').slice(0, SUGGESTED);
  throw data({ message: 'Page not found', suggestions }, { status: 404 });
}

/** Never drawn: the loader refuses, and the error page is shown. */
export default function NotFound() {
  return null;
}
