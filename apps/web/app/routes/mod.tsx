import { msg } from '@lingui/core/macro';
import { type ComponentType, type LazyExoticComponent, Suspense } from 'react';
import { data, useLocation } from 'react-router';
import { ModFrame } from '../features/moderation/mod-frame.tsx';
import { modPlacesFor } from '../features/moderation/mod-places.ts';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { withTexts } from '../shared/language/with-texts.ts';
import { lazyPart } from '../shared/lazy-part.ts';
import { useIsInteractive } from '../shared/use-client-value.ts';
import type { Route } from './+types/mod.ts';
import { requireLogin } from './require-login.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

const pages: Readonly<Record<string, LazyExoticComponent<ComponentType>>> = {
  '/mod': lazyPart(
    withTexts(async () => ({
      default: (await import('../features/moderation/console-page.tsx')).ConsolePage,
    })),
  ),
  '/mod/live': lazyPart(
    withTexts(async () => ({
      default: (await import('../features/moderation/live-page.tsx')).LivePage,
    })),
  ),
  '/mod/review': lazyPart(
    withTexts(async () => ({
      default: (await import('../features/profile/review-desk-page.tsx')).ReviewDeskPage,
    })),
  ),
  '/mod/sanctions': lazyPart(
    withTexts(async () => ({
      default: (await import('../features/moderation/sanctions-page.tsx')).SanctionsPage,
    })),
  ),
  '/mod/terms': lazyPart(
    withTexts(async () => ({
      default: (await import('../features/compliance/terms-page.tsx')).TermsPage,
    })),
  ),
  '/mod/records': lazyPart(
    withTexts(async () => ({
      default: (await import('../features/performer-records/records-page.tsx')).RecordsPage,
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

/** Only for staff whose role may make the calls of the page. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { user } = await requireLogin(request, context.get(servicesContext));
  const place = placeOf(`/mod/${params['*']}`);
  if (!modPlacesFor(user).some(({ to }) => to === place)) throw data(null, { status: 404 });
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
  // Only rendered in the browser: server-rendered fields would lose input typed before the code has loaded.
  const isHere = useIsInteractive();
  const waiting = <output aria-busy="true" className="skeleton m-4 block h-60" />;
  return (
    <ModFrame>
      <Suspense fallback={waiting}>{Page && isHere ? <Page /> : waiting}</Suspense>
    </ModFrame>
  );
}
