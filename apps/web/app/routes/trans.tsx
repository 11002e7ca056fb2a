import { servicesContext } from '../services.ts';
import { BrowseFrame } from '../shell/frames/browse-frame.tsx';
import type { PageHandle } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/trans.ts';
import { browseMeta, loadBrowse } from './browse-route.ts';
import { useSectionCookie } from './use-section-cookie.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true, texts: 'every' };

/** Rooms of this section. */
export const loader = ({ request, context }: Route.LoaderArgs) =>
  loadBrowse('/trans', request, context.get(servicesContext));

/** Search engines see the texts of the listing. */
export const meta: Route.MetaFunction = ({ loaderData, location }) => browseMeta(loaderData, location.search);

/** `/trans` */
export default function Trans({ loaderData }: Route.ComponentProps) {
  useSectionCookie('trans');
  return <BrowseFrame listing={loaderData} />;
}
