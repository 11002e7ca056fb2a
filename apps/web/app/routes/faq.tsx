import { msg } from '@lingui/core/macro';
import { FaqPage } from '../features/content-pages/faq-page.tsx';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import type { Route } from './+types/faq.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

const SEARCH_MAX = 64;

/** All questions, or those that contain the words of `q`. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const search = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, SEARCH_MAX);
  return {
    search,
    faq: await context.get(servicesContext).faq(search, request),
    title: await pageTitle(request, msg`Questions`),
  };
}

/** Indexed; a search is not. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'rating', content: 'RTA-5042-1996-1400-1577-RTA' },
  ...(loaderData?.search ? [{ name: 'robots', content: 'noindex, follow' }] : []),
];

/** `/faq` */
export default function Faq({ loaderData }: Route.ComponentProps) {
  return <FaqPage faq={loaderData.faq} search={loaderData.search} />;
}
