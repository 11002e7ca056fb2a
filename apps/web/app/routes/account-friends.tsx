import { msg } from '@lingui/core/macro';
import { FriendsPage } from '../features/friends/index.ts';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { AccountRail } from '../shell/frames/account-rail.tsx';
import { type PageHandle, usePanel } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/account-friends.ts';
import { requireLogin } from './require-login.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true };

/** Only for logged-in people; the page itself reads personal data. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireLogin(request, context.get(servicesContext));
  return { title: await pageTitle(request, msg`Friends`) };
}

/** Not indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
];

/** `/account/friends` */
export default function AccountFriends() {
  const { isPanelOpen } = usePanel();
  return (
    <div className="shell">
      <AccountRail isOpen={isPanelOpen} />
      <FriendsPage />
    </div>
  );
}
