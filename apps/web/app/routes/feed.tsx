import { useLingui } from '@lingui/react/macro';
import { FeedPage } from '../features/discovery/feed/feed-page.tsx';
import { feedPart } from '../features/discovery/feed/feed-room.ts';
import { servicesContext } from '../services.ts';
import { pageNumber } from '../shared/page-number.ts';
import { sectionNamed } from '../shared/section.ts';
import { FeedSection } from '../shell/frames/feed-section.tsx';
import { SECTIONS } from '../shell/layout/sections.ts';
import type { PageHandle } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/feed.ts';
import { refuseUnknown } from './browse-route.ts';
import { useSectionCookie } from './use-section-cookie.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { fillsWindow: true, hasBottomNav: true };

/** The first rooms of the feed; an address without a section is refused. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const section = sectionNamed(params.gender) ?? (await refuseUnknown(request, services));
  const query = new URL(request.url).searchParams;
  const page = pageNumber(query.get('page'));
  return { section, first: feedPart(await services.feed(section, page, request)) };
}

/** It is another one each minute, so it is not indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `${loaderData.section[0]!.toUpperCase()}${loaderData.section.slice(1)} feed` : '' },
  { name: 'robots', content: 'noindex, follow' },
];

/** `/girls/feed` and the feeds of the other sections */
export default function FeedRoute({ loaderData: { section, first } }: Route.ComponentProps) {
  const { t } = useLingui();
  useSectionCookie(section);
  const name = SECTIONS.find(({ slug }) => slug === section)!.name;
  // Moving to another section begins another feed.
  return (
    <FeedPage
      key={section}
      section={section}
      title={t`${t(name)} feed`}
      first={first}
      place={<FeedSection section={section} />}
    />
  );
}
