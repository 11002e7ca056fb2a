import { servicesContext } from '../services.ts';
import { BrowseFrame } from '../shell/frames/browse-frame.tsx';
import type { PageHandle } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/home.ts';
import { browseMeta, loadBrowse } from './browse-route.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true, texts: 'every' };

/** Rooms of the section that the gender cookie names, else of all. */
export const loader = ({ request, context }: Route.LoaderArgs) =>
  loadBrowse('', request, context.get(servicesContext));

/** Search engines see the texts of the listing. */
export const meta: Route.MetaFunction = ({ loaderData, location }) => browseMeta(loaderData, location.search);

/** `/` */
export default function Home({ loaderData }: Route.ComponentProps) {
  return <BrowseFrame listing={loaderData} />;
}
