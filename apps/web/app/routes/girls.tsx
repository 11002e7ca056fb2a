import { servicesContext } from '../services.ts';
import { BrowseFrame } from '../shell/frames/browse-frame.tsx';
import type { PageHandle } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/girls.ts';
import { browseMeta, loadBrowse } from './browse-route.ts';
import { useSectionCookie } from './use-section-cookie.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true, texts: 'every' };

/** Rooms of this section. */
export const loader = ({ request, context }: Route.LoaderArgs) =>
  loadBrowse('/girls', request, context.get(servicesContext));

/** Search engines see the texts of the listing. */
export const meta: Route.MetaFunction = ({ loaderData, location }) => browseMeta(loaderData, location.search);

/** `/girls` */
export default function Girls({ loaderData }: Route.ComponentProps) {
  useSectionCookie('girls');
  return <BrowseFrame listing={loaderData} />;
}
