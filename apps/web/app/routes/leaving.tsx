import { msg } from '@lingui/core/macro';
import { data } from 'react-router';
import { LeavingPage } from '../features/content-pages/leaving-page.tsx';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { ErrorPage } from '../shell/errors/error-page.tsx';
import type { Route } from './+types/leaving.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

const KEY = /^[A-Za-z0-9_-]{22,43}$/u;
const NOT_FOUND = { status: 404, statusText: 'Not Found', internal: false, data: {} };

/** The address contains a key: no referrer is sent, and the page is not indexed. */
export const headers: Route.HeadersFunction = () => ({
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
});

/** An unknown or expired key is no page. The browser requests the target, which counts the use. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const isKnown = KEY.test(params.key) && (await context.get(servicesContext).hasLink(params.key, request));
  if (!isKnown) throw data({ message: 'Page not found' }, { status: 404 });
  return { title: await pageTitle(request, msg`Leaving the site`) };
}

/** Not indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
];

/** `/redir/{key}` */
export default function Leaving({ params }: Route.ComponentProps) {
  return (
    <LeavingPage key={params.key} linkKey={params.key} refused={<ErrorPage error={NOT_FOUND} isFramed />} />
  );
}
