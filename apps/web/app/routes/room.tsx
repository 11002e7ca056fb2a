import { redirect } from 'react-router';
import { loadRoom, useAwaitedRoom } from '../features/rooms/room-entity.ts';
import { shareImageOf, structuredRoom } from '../features/rooms/structured-room.ts';
import { servicesContext } from '../services.ts';
import { pageHead, siteOf } from '../shared/seo/page-head.ts';
import { breadcrumbs } from '../shared/seo/structured.ts';
import { canonicalName, refusedPage } from '../shared/public-answer.ts';
import type { PageHandle } from '../shell/layout/page-handle.ts';
import { RoomFrame } from '../shell/room/room-frame.tsx';
import type { Route } from './+types/room.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { fillsWindow: true, texts: 'room' };

/** The room as a guest sees it; capitals, a trailing slash and an old name lead to the canonical address. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const name = canonicalName(params.username, request, (canonical) => `/${canonical}`);
  const answer = await context.get(servicesContext).room(name, request);
  if (answer.ok) return answer.room;
  const { body } = answer;
  const newName = body.params['username'];
  if (body.code === 'rooms.moved' && typeof newName === 'string') throw redirect(`/${newName}`, 301);
  throw refusedPage(answer);
}

/** Going on to another room shows that it is loading. */
export const clientLoader = ({ params, serverLoader }: Route.ClientLoaderArgs) =>
  loadRoom(params.username, serverLoader);

/** Title and description of the room, its address, the picture of links to it, and whose it is. */
export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const site = siteOf(matches);
  const base = site?.main_domain_url ?? '';
  const { seo, user } = loaderData;
  return pageHead(
    {
      title: seo.metaTitle,
      description: seo.metaDescription,
      canonical: `/${user.username}`,
      image: shareImageOf(loaderData, site),
      type: 'profile',
      structured: [structuredRoom(loaderData, base), breadcrumbs(base, seo.breadcrumbList)],
    },
    site,
  );
};

/** `/{username}` */
export default function RoomPage({ loaderData }: Route.ComponentProps) {
  const awaited = useAwaitedRoom(loaderData.user.username);
  // The room that is left ends at once; the layout shows the shape of the next.
  if (awaited !== undefined) return <main id="main" aria-busy="true" />;
  return <RoomFrame key={loaderData.user.username} room={loaderData} />;
}
