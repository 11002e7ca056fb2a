import { useMemo } from 'react';
import { ListingPage } from '../features/discovery/lists/listing-page.tsx';
import { unpackListing } from '../features/discovery/cards/listed-cards.ts';
import { servicesContext } from '../services.ts';
import { LegalText } from '../shared/legal-text/legal-text.tsx';
import { valueOf } from '../shared/public-answer.ts';
import { BrowseRail } from '../shell/frames/browse-rail.tsx';
import type { PageHandle } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/wifeaway.ts';
import { browseMeta, loadBrowse } from './browse-route.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true };

/** The text of the campaign over the list of `/girls`, whose address search engines keep. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const text = valueOf(await services.content('wifeaway', request), () => '/girls');
  const listing = await loadBrowse('/girls', request, services, text.seo);
  return { text, listing: { ...listing, tabList: [] } };
}

/** Its own words, the address of the list. */
export const meta: Route.MetaFunction = ({ loaderData }) => browseMeta(loaderData?.listing);

/** `/wifeaway` */
export default function Wifeaway({ loaderData: { text, listing } }: Route.ComponentProps) {
  const result = useMemo(() => unpackListing(listing), [listing]);
  return (
    <div className="shell">
      <BrowseRail />
      <ListingPage
        result={result}
        intro={
          <div className="mb-5 max-w-[720px]">
            <LegalText html={text.body_html} />
          </div>
        }
      />
    </div>
  );
}
