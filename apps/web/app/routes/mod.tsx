import { msg } from '@lingui/core/macro';
import { type ComponentType, type LazyExoticComponent, Suspense } from 'react';
import { data, useLocation } from 'react-router';
import { ModFrame } from '../features/moderation/mod-frame.tsx';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { withTexts } from '../shared/language/with-texts.ts';
import { lazyPart } from '../shared/lazy-part.ts';
import { useIsInteractive } from '../shared/use-client-value.ts';
import type { Route } from './+types/mod.ts';
import { requireModerator } from './require-desk.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

const pages: Readonly<Record<string, LazyExoticComponent<ComponentType>>> = {
  '/mod': lazyPart(
    withTexts(async () => ({
      default: (await import('../features/moderation/console-page.tsx')).ConsolePage,
    })),
  ),
  '/mod/complaints': lazyPart(
    withTexts(async () => ({
      default: (await import('../features/complaint-desk/complaint-desk-page.tsx')).ComplaintDeskPage,
    })),
  ),
  '/mod/appeals': lazyPart(
    withTexts(async () => ({
      default: (await import('../features/moderation/appeals-page.tsx')).AppealsPage,
    })),
  ),
};

const placeOf = (pathname: string): string => pathname.replace(/\/$/u, '');

/** Only for moderators of the site. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  await requireModerator(request, context.get(servicesContext));
  if (!Object.hasOwn(pages, placeOf(`/mod/${params['*']}`))) throw data(null, { status: 404 });
  return { title: await pageTitle(request, msg`Moderation`) };
}

/** Not indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
];

/** `/mod` and its pages. */
export default function Moderation() {
  const Page = pages[placeOf(useLocation().pathname)];
  // Drawn in the browser alone: what stands there before its code is there would forget what was put in.
  const isHere = useIsInteractive();
  const waiting = <output aria-busy="true" className="skeleton m-4 block h-60" />;
  return (
    <ModFrame>
      <Suspense fallback={waiting}>{Page && isHere ? <Page /> : waiting}</Suspense>
    </ModFrame>
  );
}
