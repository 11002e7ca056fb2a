import { msg } from '@lingui/core/macro';
import { TopModelsPage } from '../features/media-library/lists/top-models-page.tsx';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { pageNumber } from '../shared/page-number.ts';
import { pageHead, siteOf } from '../shared/seo/page-head.ts';
import { BrowseRail } from '../shell/frames/browse-rail.tsx';
import type { PageHandle } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/media-top-models.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true };

/** A page of the list as a guest reads it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageNumber(new URL(request.url).searchParams.get('page'));
  const top = await context.get(servicesContext).topMediaList(page, request);
  return { page, top, title: await pageTitle(request, msg`Top sellers`) };
}

/** The first page is indexed while somebody is on it. */
export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { page, top, title } = loaderData;
  const isIndexed = page === 1 && top.count_total > 0;
  return pageHead(
    {
      title,
      canonical: isIndexed ? '/media/top-models' : null,
      robots: isIndexed ? null : 'noindex, follow',
    },
    siteOf(matches),
  );
};

/** `/media/top-models` */
export default function MediaTopModels({ loaderData: { top, page } }: Route.ComponentProps) {
  return (
    <div className="shell">
      <BrowseRail />
      <TopModelsPage top={top} page={page} />
    </div>
  );
}
