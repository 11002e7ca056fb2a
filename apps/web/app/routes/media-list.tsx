import { msg } from '@lingui/core/macro';
import { data } from 'react-router';
import { callQuery, type ListQuery, tagNamed } from '../features/media-library/lists/list-address.ts';
import { type ListedType, MediaListPage } from '../features/media-library/lists/media-list-page.tsx';
import { sortNamed } from '../features/media-library/media-words.tsx';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { pageNumber } from '../shared/page-number.ts';
import { pageHead, siteOf } from '../shared/seo/page-head.ts';
import { breadcrumbs } from '../shared/seo/structured.ts';
import { BrowseRail } from '../shell/frames/browse-rail.tsx';
import type { PageHandle } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/media-list.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true };

const NOTHING = { data: [], count_total: 0, per_page: 40, tags: [] } as const;
const NOT_FOUND = 404;

const typeNamed = (word: string | undefined): ListedType | undefined =>
  word === 'videos' || word === 'pictures' ? word : undefined;

/** A page of the list as a guest reads it. A subject that nothing has shows the list empty, as not found (ERRORS-014). */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const type = typeNamed(params.type);
  if (!type) throw data({ message: 'Page not found' }, { status: NOT_FOUND });
  const given = new URL(request.url).searchParams;
  const query: ListQuery = {
    page: pageNumber(given.get('page')),
    sort: sortNamed(given.get('sort_by')),
    tag: tagNamed(given.get('tag')),
  };
  const services = context.get(servicesContext);
  const [found, month, title] = await Promise.all([
    services.mediaList(type, callQuery(query), request),
    services.topMediaMonth(request),
    pageTitle(request, type === 'videos' ? msg`Videos` : msg`Pictures`),
  ]);
  if (!found.ok && found.httpStatus !== NOT_FOUND)
    throw data({ message: found.body.message }, { status: found.httpStatus });
  const list = found.ok ? found.value : { ...NOTHING, data: [], tags: [], seo: undefined };
  return data({ type, query, list, month: month.data, title }, { status: found.ok ? 200 : NOT_FOUND });
}

/** The first page in its first order is indexed, while there is something on it. */
export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { type, query, list, title } = loaderData;
  const site = siteOf(matches);
  const isIndexed =
    query.page === 1 && query.sort === 'new' && query.tag === undefined && list.count_total > 0;
  const path = `/media/${type}`;
  return pageHead(
    {
      title: list.seo?.metaTitle ?? title,
      ...(list.seo && { description: list.seo.metaDescription }),
      canonical: isIndexed ? path : null,
      robots: isIndexed ? null : 'noindex, follow',
      structured: [
        breadcrumbs(site?.main_domain_url ?? '', [
          { name: 'Home', url: '/' },
          { name: title, url: path },
        ]),
      ],
    },
    site,
  );
};

/** `/media/pictures` and `/media/videos` */
export default function MediaList({ loaderData }: Route.ComponentProps) {
  const { type, query, list, month } = loaderData;
  return (
    <div className="shell">
      <BrowseRail />
      <MediaListPage type={type} query={query} list={list} month={month} />
    </div>
  );
}
