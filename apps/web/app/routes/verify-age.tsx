import { msg } from '@lingui/core/macro';
import { Suspense } from 'react';
import { lazyPart } from '../shared/lazy-part.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { useIsInteractive } from '../shared/use-client-value.ts';
import { withTexts } from '../shared/language/with-texts.ts';
import type { Route } from './+types/verify-age.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

const VerifyAgePage = lazyPart(
  withTexts(async () => ({
    default: (await import('../features/age-check/verify-age-page.tsx')).VerifyAgePage,
  })),
);

/** The state is personal and read in the browser. */
export const loader = async ({ request }: Route.LoaderArgs) => ({
  title: await pageTitle(request, msg`Verify your age`),
});

/** Not indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
];

/** `/verify-age` */
export default function VerifyAge() {
  const waiting = (
    <main id="main" aria-busy="true">
      <output className="skeleton m-4 block h-60" />
    </main>
  );
  if (!useIsInteractive()) return waiting;
  return (
    <Suspense fallback={waiting}>
      <VerifyAgePage />
    </Suspense>
  );
}
