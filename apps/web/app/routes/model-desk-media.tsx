import { msg } from '@lingui/core/macro';
import { MediaDeskPage } from '../features/media-library/desk/media-desk-page.tsx';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { AccountRail } from '../shell/frames/account-rail.tsx';
import { type PageHandle, usePanel } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/model-desk-media.ts';
import { requireModel } from './require-login.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true };

/** Only for models. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireModel(request, context.get(servicesContext));
  return { title: await pageTitle(request, msg`Media`) };
}

/** Not indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
];

/** `/model-desk/media` */
export default function ModelDeskMedia() {
  const { isPanelOpen } = usePanel();
  return (
    <div className="shell">
      <AccountRail isOpen={isPanelOpen} />
      <MediaDeskPage />
    </div>
  );
}
