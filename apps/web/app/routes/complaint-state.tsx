import { msg } from '@lingui/core/macro';
import { ComplaintStatePage } from '../features/content-pages/complaint-state-page.tsx';
import { pageTitle } from '../shared/language/page-title.ts';
import type { Route } from './+types/complaint-state.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

/** The address contains a key: no referrer is sent, and the page is not indexed. */
export const headers: Route.HeadersFunction = () => ({
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
});

/** The state itself is read in the browser. */
export const loader = async ({ request }: Route.LoaderArgs) => ({
  title: await pageTitle(request, msg`Your complaint`),
});

/** Not indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
];

/** `/complaints/{receipt}` */
export default function ComplaintState({ params }: Route.ComponentProps) {
  return <ComplaintStatePage key={params.receipt} receipt={params.receipt} />;
}
