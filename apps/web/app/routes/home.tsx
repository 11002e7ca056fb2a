import { useMemo } from 'react';
import { packCards, unpackCards } from '../features/discovery/listed-cards.ts';
import { servicesContext } from '../services.ts';
import { BrowseFrame } from '../shell/frames/browse-frame.tsx';
import type { PageHandle } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/home.ts';
import { browseMeta, loadBrowse } from './browse-route.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true, texts: 'every' };

/** Rows that stand on the home page beside its lists: those of the sections that are not shown by other means. */
const ROWS: ReadonlySet<string> = new Set(['featured', 'new', 'top_rated']);

/** Rooms of all genders, with rows of those that have something in common. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const query = new URL(request.url).searchParams;
  const isFirst = !query.has('p');
  const [listing, sections] = await Promise.all([
    loadBrowse('', request, services),
    isFirst ? services.homeSections(query, request) : [],
  ]);
  const rows = sections
    .filter(({ key }) => ROWS.has(key))
    .map(({ key, title, url, total, list }) => ({ key, title, url, total, cards: packCards(list) }));
  return { listing, rows };
}

/** Search engines see the texts of the listing. */
export const meta: Route.MetaFunction = ({ loaderData, location }) =>
  browseMeta(loaderData?.listing, location.search);

/** `/` */
export default function Home({ loaderData: { listing, rows } }: Route.ComponentProps) {
  const unpacked = useMemo(() => rows.map((row) => ({ ...row, cards: unpackCards(row.cards) })), [rows]);
  return <BrowseFrame listing={listing} rows={unpacked} />;
}
