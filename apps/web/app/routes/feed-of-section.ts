import { redirect } from 'react-router';
import { sectionOfCookie } from '../shared/section.ts';
import type { Route } from './+types/feed-of-section.ts';

/** `/feed`: leads to the feed of the section that was visited last. */
export function loader({ request }: Route.LoaderArgs) {
  const section = sectionOfCookie(request.headers.get('cookie')) ?? 'girls';
  return redirect(`/${section}/feed`);
}
