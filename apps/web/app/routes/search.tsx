import { msg } from '@lingui/core/macro';
import { redirect } from 'react-router';
import { packListing } from '../features/discovery/cards/listed-cards.ts';
import { popularTags } from '../features/discovery/lists/popular-tags.ts';
import { SearchFailed } from '../features/discovery/search/search-failed.tsx';
import { SearchPage } from '../features/discovery/search/search-page.tsx';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { SectionChips } from '../shell/layout/section-chips.tsx';
import type { Route } from './+types/search.ts';

const POPULAR_MAX = 12;
const TERM_MAX = 64;

export { shouldRevalidate } from '../shared/revalidate.ts';

/** Results for `q`, or the popular searches without it; the exact name of a performer leads to the room. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const term = (params.term ?? query.get('q') ?? '').trim().slice(0, TERM_MAX);
  const title = term || (await pageTitle(request, msg`Search`));
  const services = context.get(servicesContext);
  if (!term) {
    const home = await services.browse('', new URLSearchParams(), request);
    return { term, title, found: null, popular: popularTags(home?.result.userList ?? [], POPULAR_MAX) };
  }
  query.delete('modal');
  query.set('q', term);
  const [result, filtered] = await Promise.all([
    services.search(term, new URLSearchParams(), request),
    services.browseFiltered(query, request),
  ]);
  if (result.redirect) throw redirect(result.redirect);
  if (result.isSearchEmpty) return { term, title, found: { listing: packListing(result) }, popular: [] };
  const { counts, dropList, dropAllCount } = filtered;
  const found = { listing: packListing(filtered), counts, drops: { dropList, dropAllCount } };
  return { term, title, found, popular: [] };
}

/** Result pages are not indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
];

/** `/search?q=` and `/search/{term}` */
export default function Search({ loaderData }: Route.ComponentProps) {
  const { term, found, popular } = loaderData;
  return <SearchPage term={term} found={found} popular={popular} sections={<SectionChips />} />;
}

/** Shown if the search did not load; the whole address is then requested again. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <SearchFailed error={error} onRetry={() => location.reload()} />;
}
