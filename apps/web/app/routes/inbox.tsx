import { msg } from '@lingui/core/macro';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { InboxFrame } from '../shell/frames/inbox-frame.tsx';
import type { Route } from './+types/inbox.ts';
import { requireLogin } from './require-login.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

/** Only for logged-in people; the page itself reads personal data. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireLogin(request, context.get(servicesContext));
  return { title: await pageTitle(request, msg`Inbox`) };
}

/** Not indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
];

/** `/inbox` (PM-FRIENDS-001) */
export default function Inbox() {
  return <InboxFrame />;
}
