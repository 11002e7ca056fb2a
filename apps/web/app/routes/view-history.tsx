import { msg } from '@lingui/core/macro';
import { ViewHistoryPage } from '../features/discovery/lists/view-history-page.tsx';
import { pageTitle } from '../shared/language/page-title.ts';
import { BrowseRail } from '../shell/frames/browse-rail.tsx';
import type { PageHandle } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/view-history.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true };

/** The same for everyone: only the page knows whose rooms they are. */
export const loader = async ({ request }: Route.LoaderArgs) => ({
  title: await pageTitle(request, msg`Recently viewed`),
});

/** Not indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
];

/** `/view-history` */
export default function ViewHistory() {
  return (
    <div className="shell">
      <BrowseRail />
      <ViewHistoryPage />
    </div>
  );
}
