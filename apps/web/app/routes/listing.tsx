import { servicesContext } from '../services.ts';
import { sectionNamed } from '../shared/section.ts';
import { CASA_SALSA, randomDrawing } from '../features/discovery/lists/casa-salsa.ts';
import { BrowseFrame } from '../shell/frames/browse-frame.tsx';
import { ListingFrame } from '../shell/frames/listing-frame.tsx';
import type { PageHandle } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/listing.ts';
import { browseMeta, loadBrowse } from './browse-route.ts';
import { useSectionCookie } from './use-section-cookie.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true, texts: 'every' };

/** Rooms of the list at this address; an address without one is refused. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const path = new URL(request.url).pathname.replace(/\.data$/, '').replace(/\/+$/, '');
  const listing = await loadBrowse(path, request, context.get(servicesContext));
  return { path, listing, drawing: path === CASA_SALSA ? randomDrawing() : null };
}

/** Somebody who returns within a minute finds the list unchanged. */
export const clientLoader = async (args: Route.ClientLoaderArgs) =>
  (await import('../features/discovery/lists/kept-lists.ts')).listLately(args);

/** Search engines see the texts of the listing. */
export const meta: Route.MetaFunction = ({ loaderData }) => browseMeta(loaderData?.listing);

/** `/girls` and the other sections, their lists such as `/girls/new`, and other lists such as `/top`. */
export default function ListingRoute({ loaderData: { path, listing, drawing } }: Route.ComponentProps) {
  const section = sectionNamed(path.split('/')[1]);
  useSectionCookie(section);
  return section && path === `/${section}` ? (
    <BrowseFrame listing={listing} section={section} />
  ) : (
    <ListingFrame path={path} listing={listing} drawing={drawing} />
  );
}
