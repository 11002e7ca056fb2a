import { msg } from '@lingui/core/macro';
import { redirect } from 'react-router';
import { SearchPage } from '../features/discovery/search-page.tsx';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import type { Route } from './+types/search.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

/** Results for `q`, or the popular searches without it; the exact name of a performer leads to the room. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const term = (query.get('q') ?? '').trim().slice(0, 64);
  const title = term || (await pageTitle(request, msg`Search`));
  if (!term) return { term, title, result: null };
  const rest = new URLSearchParams(query);
  rest.delete('q');
  rest.delete('modal');
  const result = await context.get(servicesContext).search(term, rest, request);
  if (result.redirect) throw redirect(result.redirect);
  return { term, title, result };
}

/** Result pages are not indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
];

/** `/search?q=` */
export default function Search({ loaderData }: Route.ComponentProps) {
  return <SearchPage term={loaderData.term} result={loaderData.result} />;
}
