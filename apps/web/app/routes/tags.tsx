import { msg } from '@lingui/core/macro';
import { TagsPage } from '../features/discovery/tags/tags-page.tsx';
import { isTagSort } from '../features/discovery/tags/tag-list.ts';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { pageNumber } from '../shared/page-number.ts';
import { pageHead, siteOf } from '../shared/seo/page-head.ts';
import { breadcrumbs, itemList } from '../shared/seo/structured.ts';
import { BrowseRail } from '../shell/frames/browse-rail.tsx';
import type { PageHandle } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/tags.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true };

/** A page of the index. An address without a page or an order that there is shows the first page of the popular ones. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const page = pageNumber(query.get('page'));
  const given = query.get('sort');
  const sort = isTagSort(given) ? given : 'popular';
  const tags = await context.get(servicesContext).tags(page, sort, request);
  return { tags, page, sort, title: await pageTitle(request, msg`Tags`) };
}

/** The first page in its first order is indexed while there is a tag. */
export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { title, tags, page, sort } = loaderData;
  const site = siteOf(matches);
  const base = site?.main_domain_url ?? '';
  const isIndexed = page === 1 && sort === 'popular' && tags.tag_count > 0;
  const crumbs = [
    { name: 'Home', url: '/' },
    { name: title, url: '/tags' },
  ];
  const items = tags.tag_list.map(({ name, url }) => ({ name, path: url }));
  return pageHead(
    {
      title,
      description: 'What live rooms are about, by topic, with how many are live in each.',
      canonical: isIndexed ? '/tags' : null,
      robots: isIndexed ? null : 'noindex, follow',
      structured: [breadcrumbs(base, crumbs), ...(isIndexed ? [itemList(base, items)] : [])],
    },
    site,
  );
};

/** `/tags` */
export default function Tags({ loaderData: { tags, page, sort } }: Route.ComponentProps) {
  return (
    <div className="shell">
      <BrowseRail />
      <TagsPage tags={tags} page={page} sort={sort} />
    </div>
  );
}
