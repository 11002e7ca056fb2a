import { type ComponentType, type LazyExoticComponent, Suspense } from 'react';
import { data, matchPath, useLocation } from 'react-router';
import { DeskFrame } from '../features/money-desk/desk-frame.tsx';
import { deskPlaceOf } from '../features/money-desk/desk-places.ts';
import { DeskWaiting } from '../features/money-desk/desk-waiting.tsx';
import { servicesContext } from '../services.ts';
import { lazyPart } from '../shared/lazy-part.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { useIsInteractive } from '../shared/use-client-value.ts';
import { withTexts } from '../shared/language/with-texts.ts';
import type { Route } from './+types/admin.ts';
import { requireDesk } from './require-desk.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

/** A page that is fetched when it is opened; `id` is the last part of its address, where that is one. */
type Page = LazyExoticComponent<ComponentType<{ readonly id: string }>>;

/** Every page of the back office by its address. */
const pages: Readonly<Record<string, Page>> = {
  '/admin': lazyPart(
    withTexts(async () => ({ default: (await import('../features/money-desk/money-page.tsx')).MoneyPage })),
  ),
  '/admin/users': lazyPart(
    withTexts(async () => ({ default: (await import('../features/user-desk/users-page.tsx')).UsersPage })),
  ),
  '/admin/users/:id': lazyPart(
    withTexts(async () => ({ default: (await import('../features/user-desk/user-page.tsx')).UserPage })),
  ),
  '/admin/orders': lazyPart(
    withTexts(async () => ({ default: (await import('../features/money-desk/orders-page.tsx')).OrdersPage })),
  ),
  '/admin/orders/:id': lazyPart(
    withTexts(async () => ({ default: (await import('../features/money-desk/order-page.tsx')).OrderPage })),
  ),
  '/admin/chargebacks': lazyPart(
    withTexts(async () => ({
      default: (await import('../features/money-desk/disputes-page.tsx')).DisputesPage,
    })),
  ),
  '/admin/settlements': lazyPart(
    withTexts(async () => ({
      default: (await import('../features/money-desk/settlements-page.tsx')).SettlementsPage,
    })),
  ),
  '/admin/ledger': lazyPart(
    withTexts(async () => ({ default: (await import('../features/money-desk/ledger-page.tsx')).LedgerPage })),
  ),
  '/admin/products': lazyPart(
    withTexts(async () => ({
      default: (await import('../features/back-office/products-page.tsx')).ProductsPage,
    })),
  ),
  '/admin/promos': lazyPart(
    withTexts(async () => ({
      default: (await import('../features/back-office/promos-page.tsx')).PromosPage,
    })),
  ),
  '/admin/wheel': lazyPart(
    withTexts(async () => ({
      default: (await import('../features/back-office/wheels-page.tsx')).WheelsPage,
    })),
  ),
  '/admin/playback': lazyPart(
    withTexts(async () => ({
      default: (await import('../features/playback/desk/playback-desk-page.tsx')).PlaybackDeskPage,
    })),
  ),
  '/admin/banners': lazyPart(
    withTexts(async () => ({
      default: (await import('../features/banners/banner-desk-page.tsx')).BannerDeskPage,
    })),
  ),
  '/admin/announcements': lazyPart(
    withTexts(async () => ({
      default: (await import('../features/announcements/announcement-desk-page.tsx')).AnnouncementDeskPage,
    })),
  ),
  '/admin/press': lazyPart(
    withTexts(async () => ({
      default: (await import('../features/content-pages/press-desk-page.tsx')).PressDeskPage,
    })),
  ),
  '/admin/contests': lazyPart(
    withTexts(async () => ({
      default: (await import('../features/contests/contest-desk-page.tsx')).ContestDeskPage,
    })),
  ),
  '/admin/redir': lazyPart(
    withTexts(async () => ({
      default: (await import('../features/content-pages/link-desk-page.tsx')).LinkDeskPage,
    })),
  ),
  '/admin/legal': lazyPart(
    withTexts(async () => ({
      default: (await import('../features/content-pages/document-desk-page.tsx')).DocumentDeskPage,
    })),
  ),
  '/admin/jurisdictions': lazyPart(
    withTexts(async () => ({
      default: (await import('../features/age-check/age-desk-page.tsx')).AgeDeskPage,
    })),
  ),
  '/admin/support': lazyPart(
    withTexts(async () => ({
      default: (await import('../features/support/support-desk-page.tsx')).SupportDeskPage,
    })),
  ),
  '/admin/review': lazyPart(
    withTexts(async () => ({
      default: (await import('../features/profile/review-desk-page.tsx')).ReviewDeskPage,
    })),
  ),
  '/admin/voyeur': lazyPart(
    withTexts(async () => ({
      default: (await import('../features/voyeur/voyeur-desk-page.tsx')).VoyeurDeskPage,
    })),
  ),
  '/admin/audit': lazyPart(
    withTexts(async () => ({ default: (await import('../features/money-desk/audit-page.tsx')).AuditPage })),
  ),
};

function findPage(pathname: string): { readonly Page: Page; readonly id: string } | undefined {
  for (const [path, Page] of Object.entries(pages)) {
    const match = matchPath(path, pathname);
    if (match) return { Page, id: match.params['id'] ?? '' };
  }
  return undefined;
}

/** Only for staff of the back office. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  await requireDesk(request, context.get(servicesContext), params['*'] === 'review');
  // The address of the first page ends without a slash.
  const path = `/admin/${params['*']}`.replace(/\/$/u, '');
  if (!findPage(path)) throw data(null, { status: 404 });
  return { title: await pageTitle(request, deskPlaceOf(path).name) };
}

/** Not indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
];

/** `/admin` and its pages. */
export default function Admin() {
  const found = findPage(useLocation().pathname);
  // Only rendered in the browser: server-rendered fields would lose input typed before the code has loaded.
  const isHere = useIsInteractive();
  const waiting = <DeskWaiting />;
  return (
    <DeskFrame>
      <Suspense fallback={waiting}>
        {found && isHere ? <found.Page key={found.id} id={found.id} /> : waiting}
      </Suspense>
    </DeskFrame>
  );
}
