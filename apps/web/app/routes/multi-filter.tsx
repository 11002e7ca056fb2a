import { packListing } from '../features/discovery/cards/listed-cards.ts';
import { FilterPage } from '../features/discovery/filter/filter-page.tsx';
import { servicesContext } from '../services.ts';
import type { Route } from './+types/multi-filter.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

/** Rooms by filters; the address is all there is to know. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  query.delete('modal');
  // Searches have a page of their own.
  query.delete('q');
  const result = await context.get(servicesContext).browseFiltered(query, request);
  const { dropList, dropAllCount } = result;
  return { listing: packListing(result), counts: result.counts, drops: { dropList, dropAllCount } };
}

/** Somebody who returns within a minute finds the list unchanged. */
export const clientLoader = async (args: Route.ClientLoaderArgs) =>
  (await import('../features/discovery/lists/kept-lists.ts')).listLately(args);

/** One page of endlessly many: not indexed, its links are followed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.listing.seo.h1 ?? '' },
  { name: 'robots', content: 'noindex, follow' },
];

/** `/multi-filter` */
export default function MultiFilter({ loaderData: { listing, counts, drops } }: Route.ComponentProps) {
  return <FilterPage listing={listing} counts={counts} drops={drops} />;
}
