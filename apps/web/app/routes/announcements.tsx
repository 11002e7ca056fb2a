import { msg } from '@lingui/core/macro';
import { AnnouncementsPage } from '../features/announcements/announcements-page.tsx';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { AccountRail } from '../shell/frames/account-rail.tsx';
import { type PageHandle, usePanel } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/announcements.ts';
import { requireLogin } from './require-login.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true };

/** Only for logged-in people; the page itself reads what is for them. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireLogin(request, context.get(servicesContext));
  return { title: await pageTitle(request, msg`News from our team`) };
}

/** Not indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
];

/** `/announcements` */
export default function Announcements() {
  const { isPanelOpen } = usePanel();
  return (
    <div className="shell">
      <AccountRail isOpen={isPanelOpen} />
      <AnnouncementsPage />
    </div>
  );
}
