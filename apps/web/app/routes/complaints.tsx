import { msg } from '@lingui/core/macro';
import { kindOf } from '../features/content-pages/complaint-kinds.ts';
import { ComplaintsPage } from '../features/content-pages/complaints-page.tsx';
import { pageTitle } from '../shared/language/page-title.ts';
import type { Route } from './+types/complaints.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

const URL_MAX = 500;

/** Kind and page that the address names are filled in already. */
export async function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  return {
    kind: kindOf(query.get('kind')),
    url: (query.get('url') ?? '').slice(0, URL_MAX),
    title: await pageTitle(request, msg`Complaints`),
  };
}

/** Indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'rating', content: 'RTA-5042-1996-1400-1577-RTA' },
];

/** `/complaints` */
export default function Complaints({ loaderData: { kind, url } }: Route.ComponentProps) {
  return <ComplaintsPage key={`${kind} ${url}`} kind={kind} url={url} />;
}
