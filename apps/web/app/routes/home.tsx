import { Suspense, useMemo } from 'react';
import { useHomeLayout } from '../features/discovery/custom-home/home-layout.ts';
import { OwnHome } from '../features/discovery/custom-home/own-home.tsx';
import { readFilters } from '../features/discovery/filter/filters.ts';
import { HOME_ROWS, urlOfRow } from '../features/discovery/home/home-row-keys.ts';
import { packCards, unpackCards } from '../features/discovery/cards/listed-cards.ts';
import { servicesContext } from '../services.ts';
import { readCookie } from '../shared/cookie.ts';
import { withTexts } from '../shared/language/with-texts.ts';
import { lazyPart } from '../shared/lazy-part.ts';
import { consoleLog } from '../shared/log.ts';
import { useIsInteractive } from '../shared/use-client-value.ts';
import { hiddenOfCookie, sectionOfCookie, withSection } from '../shared/section.ts';
import { useMember } from '../shared/me/me-store.ts';
import { BrowseFrame } from '../shell/frames/browse-frame.tsx';
import type { PageHandle } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/home.ts';
import { browseMeta, loadBrowse } from './browse-route.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true, texts: 'every' };

const CustomizeButton = lazyPart(
  withTexts(() => import('../features/discovery/custom-home/customize-button.tsx')),
);

const HomeRows = lazyPart(withTexts(() => import('../features/discovery/home/home-rows.tsx')));

/**
 * Rooms of the section visited last, or of all sections, with themed rows. A cookie identifies members with an own home
 * page, so that its layout is rendered at once.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const query = new URL(request.url).searchParams;
  const isFirst = !query.has('p');
  const cookies = request.headers.get('cookie');
  const section = query.has('gender-hide') ? undefined : sectionOfCookie(cookies);
  const asked = withSection(query, section, hiddenOfCookie(cookies));
  const [listing, sections] = await Promise.all([
    loadBrowse('', request, services),
    // Without its rows the page is a page still, which asks for them itself.
    isFirst ? services.homeSections(asked, request).catch(noteMissingRows) : [],
  ]);
  const rows = sections
    ?.filter(({ key }) => HOME_ROWS.has(key))
    .map(({ key, title, url, total, list }) => ({
      key,
      title,
      url: urlOfRow({ key, url }, section, readFilters(asked).hide),
      total,
      cards: packCards(list),
    }));
  const isCustom = isFirst && readCookie(cookies, 'home') === 'custom';
  return {
    listing,
    rows: rows ?? null,
    section,
    layout: isCustom ? ('custom' as const) : ('classic' as const),
  };
}

function noteMissingRows(error: unknown): null {
  consoleLog.error({ err: error }, 'the rows of the home page could not be read');
  return null;
}

/** Search engines see the texts of the listing, under the name of the site. */
export const meta: Route.MetaFunction = ({ loaderData }) => browseMeta(loaderData?.listing);

/** `/` */
export default function Home({
  loaderData: { listing, rows, section, layout: served },
}: Route.ComponentProps) {
  const unpacked = useMemo(
    () => rows?.map((row) => ({ ...row, cards: unpackCards(row.cards) })) ?? [],
    [rows],
  );
  const isCustom = useHomeLayout(served) === 'custom';
  const isMember = useMember() !== undefined;
  const isInteractive = useIsInteractive();
  const tools = (
    <Suspense fallback={null}>
      <CustomizeButton />
    </Suspense>
  );
  return (
    <BrowseFrame
      listing={listing}
      chosen={section}
      rows={unpacked}
      late={
        rows === null &&
        isInteractive && (
          <Suspense>
            <HomeRows section={section} />
          </Suspense>
        )
      }
      tools={isMember && tools}
    >
      {isCustom ? <OwnHome section={section} /> : undefined}
    </BrowseFrame>
  );
}
