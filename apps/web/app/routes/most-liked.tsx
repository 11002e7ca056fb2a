import { msg } from '@lingui/core/macro';
import { MostLikedPage } from '../features/discovery/lists/most-liked-page.tsx';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { pageHead, siteOf } from '../shared/seo/page-head.ts';
import { breadcrumbs, itemList } from '../shared/seo/structured.ts';
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

/** This week's board is indexed while somebody is on it; last week's has the same address. */
export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { title, week, likes } = loaderData;
  const site = siteOf(matches);
  const base = site?.main_domain_url ?? '';
  const isIndexed = week === 'current' && likes.leaderboard.length > 0;
  const crumbs = [
    { name: 'Home', url: '/' },
    { name: title, url: '/most-liked' },
  ];
  const rooms = likes.leaderboard.map(({ user }) => ({ name: user.displayName, path: `/${user.username}` }));
  return pageHead(
    {
      title,
      description: 'The performers with the most likes of the week, and who won before.',
      canonical: isIndexed ? '/most-liked' : null,
      robots: isIndexed ? null : 'noindex, follow',
      structured: [breadcrumbs(base, crumbs), ...(isIndexed ? [itemList(base, rooms)] : [])],
    },
    site,
  );
};

/** `/most-liked` */
export default function MostLiked({ loaderData }: Route.ComponentProps) {
  return (
    <div className="shell">
      <BrowseRail />
      <MostLikedPage week={loaderData.week} likes={loaderData.likes} />
    </div>
  );
}
