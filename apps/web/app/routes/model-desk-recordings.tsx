import { msg } from '@lingui/core/macro';
import { data } from 'react-router';
import { RecordingsPage } from '../features/broadcast/recordings-page.tsx';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { AccountRail } from '../shell/frames/account-rail.tsx';
import { type PageHandle, usePanel } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/model-desk-recordings.ts';
import { requireLogin } from './require-login.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true };

/** Only for models: everybody else gets the page of an address that does not exist. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireLogin(request, context.get(servicesContext));
  if (user.type !== 'model') throw data({ message: 'Page not found' }, { status: 404 });
  return { title: await pageTitle(request, msg`Recordings`) };
}

/** Not indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
];

/** `/model-desk/recordings` */
export default function ModelDeskRecordings() {
  const { isPanelOpen } = usePanel();
  return (
    <div className="shell">
      <AccountRail isOpen={isPanelOpen} />
      <RecordingsPage />
    </div>
  );
}
