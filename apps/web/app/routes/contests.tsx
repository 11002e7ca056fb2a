import { msg } from '@lingui/core/macro';
import { ContestsPage } from '../features/contests/contests-page.tsx';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { pageHead, siteOf } from '../shared/seo/page-head.ts';
import { breadcrumbs } from '../shared/seo/structured.ts';
import { BrowseRail } from '../shell/frames/browse-rail.tsx';
import type { PageHandle } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/contests.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true };

/** Every contest that is shown. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { items } = await context.get(servicesContext).contests(request);
  return { items, title: await pageTitle(request, msg`Contests`) };
}

/** Indexed. */
export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { title } = loaderData;
  const site = siteOf(matches);
  const crumbs = [
    { name: 'Home', url: '/' },
    { name: title, url: '/contests' },
  ];
  return pageHead(
    {
      title,
      description: 'Contests of performers for the most likes: what can be won, until when, and who leads.',
      canonical: '/contests',
      structured: [breadcrumbs(site?.main_domain_url ?? '', crumbs)],
    },
    site,
  );
};

/** `/contests` */
export default function Contests({ loaderData }: Route.ComponentProps) {
  return (
    <div className="shell">
      <BrowseRail />
      <ContestsPage items={loaderData.items} />
    </div>
  );
}
