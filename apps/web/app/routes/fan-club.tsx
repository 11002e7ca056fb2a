import { data } from 'react-router';
import { FanClubPage } from '../features/fan-club/fan-club-page.tsx';
import { servicesContext } from '../services.ts';
import { canonicalName, valueOf } from '../shared/public-answer.ts';
import type { Route } from './+types/fan-club.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

const pathOf = (name: string): string => `/${name}/fanclub`;

/** The fan club of a performer, as a guest reads it. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const name = canonicalName(params.username, request, pathOf);
  const club = valueOf(await context.get(servicesContext).fanClub(name, request), pathOf);
  if (!club.user) throw data({ message: 'Page not found' }, { status: 404 });
  return { club, user: club.user, origin: new URL(request.url).origin };
}

/** Title and canonical address. */
export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        { title: `${loaderData.user.displayName} fan club` },
        { name: 'rating', content: 'RTA-5042-1996-1400-1577-RTA' },
        {
          tagName: 'link',
          rel: 'canonical',
          href: `${loaderData.origin}${pathOf(loaderData.user.username)}`,
        },
      ]
    : [];

/** `/{username}/fanclub` */
export default function FanClub({ loaderData }: Route.ComponentProps) {
  return <FanClubPage key={loaderData.user.username} club={loaderData.club} user={loaderData.user} />;
}
