import { msg } from '@lingui/core/macro';
import { MostLikedPage } from '../features/discovery/most-liked-page.tsx';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { BrowseRail } from '../shell/frames/browse-rail.tsx';
import type { PageHandle } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/most-liked.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true };

/** The leaderboard of this week or the last. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const week = new URL(request.url).searchParams.get('week') === 'last' ? 'last' : 'current';
  return {
    week: week as 'current' | 'last',
    likes: await context.get(servicesContext).likes(week, request),
    title: await pageTitle(request, msg`Most liked`),
  };
}

/** Indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'rating', content: 'RTA-5042-1996-1400-1577-RTA' },
];

/** `/most-liked` */
export default function MostLiked({ loaderData }: Route.ComponentProps) {
  return (
    <div className="shell">
      <BrowseRail />
      <MostLikedPage week={loaderData.week} likes={loaderData.likes} />
    </div>
  );
}
