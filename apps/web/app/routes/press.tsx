import { msg } from '@lingui/core/macro';
import { PressPage } from '../features/content-pages/press-page.tsx';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { pageHead, siteOf } from '../shared/seo/page-head.ts';
import { breadcrumbs } from '../shared/seo/structured.ts';
import type { Route } from './+types/press.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

const PAGE_MAX = 1_000;
const OUTLET = /^[a-z0-9]+(?:-[a-z0-9]+)*$/u;
const OUTLET_MAX = 64;

/** A page of entries, of all outlets or one; invalid pages or outlets are ignored. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const asked = Number(query.get('page') ?? 1);
  const page = Number.isInteger(asked) && asked >= 1 && asked <= PAGE_MAX ? asked : 1;
  const given = query.get('outlet') ?? '';
  const outlet = OUTLET.test(given) && given.length <= OUTLET_MAX ? given : undefined;
  const press = await context.get(servicesContext).press(page, outlet, request);
  return { press, page, outlet, title: await pageTitle(request, msg`Press`) };
}

/** Only the first page of all outlets is indexed. */
export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { title, page, outlet } = loaderData;
  const site = siteOf(matches);
  const isIndexed = page === 1 && outlet === undefined;
  const crumbs = [
    { name: 'Home', url: '/' },
    { name: title, url: '/press' },
  ];
  return pageHead(
    {
      title,
      description: 'What newspapers, magazines and blogs have written about this site.',
      canonical: isIndexed ? '/press' : null,
      robots: isIndexed ? null : 'noindex, follow',
      structured: [breadcrumbs(site?.main_domain_url ?? '', crumbs)],
    },
    site,
  );
};

/** `/press` */
export default function Press({ loaderData: { press, page, outlet } }: Route.ComponentProps) {
  return <PressPage press={press} page={page} outlet={outlet} />;
}
