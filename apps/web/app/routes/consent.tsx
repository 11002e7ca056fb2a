import { msg } from '@lingui/core/macro';
import { Suspense } from 'react';
import { lazyPart } from '../shared/lazy-part.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { withTexts } from '../shared/language/with-texts.ts';
import { useIsInteractive } from '../shared/use-client-value.ts';
import type { Route } from './+types/consent.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

const ConsentPage = lazyPart(
  withTexts(async () => ({
    default: (await import('../features/consents/consent-page.tsx')).ConsentPage,
  })),
);

/** The address contains a key: no referrer is sent, and the page is not indexed. */
export const headers: Route.HeadersFunction = () => ({
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
});

/** What the link is for is read in the browser, so that no page keeps it. */
export const loader = async ({ request }: Route.LoaderArgs) => ({
  title: await pageTitle(request, msg`Your consent`),
});

/** Not indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

/** `/consent/{key}` */
export default function Consent({ params }: Route.ComponentProps) {
  const waiting = (
    <main id="main" className="page-narrow" aria-busy="true">
      <output className="skeleton block h-60" />
    </main>
  );
  if (!useIsInteractive()) return waiting;
  return (
    <Suspense fallback={waiting}>
      <ConsentPage key={params.key} linkKey={params.key} />
    </Suspense>
  );
}
