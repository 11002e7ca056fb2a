import { msg } from '@lingui/core/macro';
import { data, redirect } from 'react-router';
import { isOwnTab } from '../features/media-library/account/own-media-tabs.ts';
import { OwnMediaPage } from '../features/media-library/account/own-media-page.tsx';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { pageNumber } from '../shared/page-number.ts';
import { AccountRail } from '../shell/frames/account-rail.tsx';
import { type PageHandle, usePanel } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/account-media.ts';
import { requireLogin } from './require-login.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true };

const SEARCH_MAX = 80;

/** Only for logged-in people; the page itself reads personal data. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  await requireLogin(request, context.get(servicesContext));
  if (params.tab === undefined) throw redirect('/account/media/videos');
  // What a performer offers has a page of its own.
  if (params.tab === 'own') throw redirect('/model-desk/media');
  if (!isOwnTab(params.tab)) throw data({ message: 'Page not found' }, { status: 404 });
  const given = new URL(request.url).searchParams;
  return {
    tab: params.tab,
    page: pageNumber(given.get('page')),
    q: (given.get('q') ?? '').trim().slice(0, SEARCH_MAX),
    title: await pageTitle(request, msg`Purchased media`),
  };
}

/** Not indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
];

/** `/account/media/{tab}` */
export default function AccountMedia({ loaderData: { tab, page, q } }: Route.ComponentProps) {
  const { isPanelOpen } = usePanel();
  return (
    <div className="shell">
      <AccountRail isOpen={isPanelOpen} />
      <OwnMediaPage tab={tab} page={page} q={q} />
    </div>
  );
}
