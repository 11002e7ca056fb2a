import { msg } from '@lingui/core/macro';
import { FansPage } from '../features/fan-club/fans-page.tsx';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { useShown } from '../shared/me/hidden-names.ts';
import { BrowseRail } from '../shell/frames/browse-rail.tsx';
import type { PageHandle } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/fans.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true };

const CLUBS = 24;

/** The clubs as a guest reads them; the page itself reads personal data. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URLSearchParams({ perPage: String(CLUBS) });
  const found = await context.get(servicesContext).browse('/girls/fanclub/all', query, request);
  return {
    clubs: found?.result.userList ?? [],
    title: await pageTitle(request, msg`Fan clubs`),
    origin: new URL(request.url).origin,
  };
}

/** Title and canonical address. */
export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        { title: loaderData.title },
        { name: 'rating', content: 'RTA-5042-1996-1400-1577-RTA' },
        { tagName: 'link', rel: 'canonical', href: `${loaderData.origin}/fans` },
      ]
    : [];

/** `/fans` */
export default function Fans({ loaderData }: Route.ComponentProps) {
  const clubs = useShown(loaderData.clubs);
  return (
    <div className="shell">
      <BrowseRail />
      <FansPage clubs={clubs} />
    </div>
  );
}
