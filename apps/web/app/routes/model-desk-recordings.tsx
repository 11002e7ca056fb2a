import { msg } from '@lingui/core/macro';
import { RecordingsPage } from '../features/broadcast/recordings/recordings-page.tsx';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { AccountRail } from '../shell/frames/account-rail.tsx';
import { type PageHandle, usePanel } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/model-desk-recordings.ts';
import { requireModel } from './require-login.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true };

/** Only for models. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireModel(request, context.get(servicesContext));
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
