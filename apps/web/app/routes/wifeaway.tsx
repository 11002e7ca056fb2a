import { useMemo } from 'react';
import { ListingPage } from '../features/discovery/listing-page.tsx';
import { unpackListing } from '../features/discovery/listed-cards.ts';
import { servicesContext } from '../services.ts';
import { LegalText } from '../shared/legal-text/legal-text.tsx';
import { valueOf } from '../shared/public-answer.ts';
import { siteOf } from '../shared/seo/page-head.ts';
import { BrowseRail } from '../shell/frames/browse-rail.tsx';
import type { PageHandle } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/wifeaway.ts';
import { browseMeta, loadBrowse } from './browse-route.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true };

/** The text of the campaign over the list of `/girls`, whose address search engines keep. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [content, girls] = await Promise.all([
    services.content('wifeaway', request),
    loadBrowse('/girls', request, services),
  ]);
  const text = valueOf(content, () => '/girls');
  return { text, listing: { ...girls, seo: text.seo, tabList: [] } };
}

/** Its own words, the address of the list. */
export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  browseMeta(loaderData?.listing, siteOf(matches));

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
