import { callQuery, tagNamed } from '../features/media-library/lists/list-address.ts';
import { ModelMediaPage, typeNamed } from '../features/media-library/lists/model-media-page.tsx';
import { sortNamed } from '../features/media-library/media-words.tsx';
import { servicesContext } from '../services.ts';
import { pageNumber } from '../shared/page-number.ts';
import { canonicalName, valueOf } from '../shared/public-answer.ts';
import { pageHead, siteOf } from '../shared/seo/page-head.ts';
import type { Route } from './+types/model-media.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

const pathOf = (name: string): string => `/${name}/media`;

/** What a performer offers, as a guest reads it. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const name = canonicalName(params.username, request, pathOf);
  const given = new URL(request.url).searchParams;
  const query = {
    page: pageNumber(given.get('page')),
    sort: sortNamed(given.get('sort_by')),
    tag: tagNamed(given.get('tag')),
    type: typeNamed(given.get('type')),
  };
  const services = context.get(servicesContext);
  const wanted = { ...callQuery(query), ...(query.type && { type: query.type }) };
  const [bio, list] = await Promise.all([
    services.bio(name, request),
    services.modelMedia(name, wanted, request),
  ]);
  // What fails is the page of its status (ERRORS-017).
  const { user } = valueOf(bio, pathOf);
  return {
    query,
    list: valueOf(list, pathOf),
    user: {
      username: user.username,
      displayName: user.displayName,
      fanclub: user.fanclub,
      avatarUrl: user.avatarUrl ?? user.profilePictureUrl,
    },
  };
}

/** Only the first, unfiltered page is indexed. */
export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { user, query, list } = loaderData;
  const isFirst = query.page === 1 && query.sort === 'new' && !query.tag && !query.type;
  const isIndexed = isFirst && list.count_total > 0;
  return pageHead(
    {
      title: `${user.displayName} media`,
      canonical: isIndexed ? pathOf(user.username) : null,
      robots: isIndexed ? null : 'noindex, follow',
      image: user.avatarUrl,
    },
    siteOf(matches),
  );
};

/** `/{username}/media` */
export default function ModelMedia({ loaderData }: Route.ComponentProps) {
  const { user, query, list } = loaderData;
  return <ModelMediaPage key={user.username} user={user} query={query} list={list} />;
}
