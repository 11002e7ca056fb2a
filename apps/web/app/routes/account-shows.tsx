import { msg } from '@lingui/core/macro';
import { BoughtActs } from '../features/acts/index.ts';
import { TracePanel } from '../features/ledger/index.ts';
import { ShowsPage } from '../features/shows/history/shows-page.tsx';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { AccountRail } from '../shell/frames/account-rail.tsx';
import { type PageHandle, usePanel } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/account-shows.ts';
import { requireLogin } from './require-login.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true };

/** Only for logged-in people; the page itself reads personal data. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireLogin(request, context.get(servicesContext));
  return { title: await pageTitle(request, msg`Shows`) };
}

/** Not indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
];

/** `/account/shows` */
export default function AccountShows() {
  const { isPanelOpen } = usePanel();
  return (
    <div className="shell">
      <AccountRail isOpen={isPanelOpen} />
      <ShowsPage
        more={<BoughtActs />}
        trace={(id, onClose) => <TracePanel key={id} id={id} onClose={onClose} />}
      />
    </div>
  );
}
