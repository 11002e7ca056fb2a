import { redirect } from 'react-router';
import { SearchPage } from '../features/discovery/search-page.tsx';
import { servicesContext } from '../services.ts';
import type { Route } from './+types/search.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

/** Results for `q`, or the popular searches without it; the exact name of a performer leads to the room. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const term = (query.get('q') ?? '').trim().slice(0, 64);
  if (!term) return { term, result: null };
  const rest = new URLSearchParams(query);
  rest.delete('q');
  rest.delete('modal');
  const result = await context.get(servicesContext).search(term, rest, request);
  if (result.redirect) throw redirect(result.redirect);
  return { term, result };
}

/** Result pages are not indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.term || 'Search' },
  { name: 'robots', content: 'noindex' },
];

/** `/search?q=` */
export default function Search({ loaderData }: Route.ComponentProps) {
  return <SearchPage term={loaderData.term} result={loaderData.result} />;
}
