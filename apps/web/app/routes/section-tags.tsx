import { SectionTagsPage } from '../features/discovery/tags/section-tags-page.tsx';
import { servicesContext } from '../services.ts';
import { valueOf } from '../shared/public-answer.ts';
import { pageHead, siteOf } from '../shared/seo/page-head.ts';
import { breadcrumbs, itemList } from '../shared/seo/structured.ts';
import { BrowseRail } from '../shell/frames/browse-rail.tsx';
import type { PageHandle } from '../shell/layout/page-handle.ts';
import { SECTIONS } from '../shell/layout/sections.ts';
import type { Route } from './+types/section-tags.ts';
import { refuseUnknown } from './browse-route.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true };

/** The tags of one section; the page only accepts its word, while the call also accepts its code. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const section = SECTIONS.find(({ slug }) => slug === params.section)?.slug;
  if (!section) return refuseUnknown(request, services, 'tag');
  return { section, tags: valueOf(await services.sectionTags(section, request), () => '/tags') };
}

/** Indexed while somebody has a tag. */
export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { seo, tag_list: list } = loaderData.tags;
  const site = siteOf(matches);
  const base = site?.main_domain_url ?? '';
  const isIndexed = list.length > 0;
  const items = list.map(({ name, url }) => ({ name, path: url }));
  return pageHead(
    {
      title: seo.metaTitle,
      description: seo.metaDescription,
      canonical: isIndexed ? `/tags/${loaderData.section}` : null,
      robots: isIndexed ? null : 'noindex, follow',
      structured: [breadcrumbs(base, seo.breadcrumbList), ...(isIndexed ? [itemList(base, items)] : [])],
    },
    site,
  );
};

/** `/tags/{gender}` */
export default function SectionTags({ loaderData: { section, tags } }: Route.ComponentProps) {
  return (
    <div className="shell">
      <BrowseRail />
      <SectionTagsPage section={section} tags={tags} />
    </div>
  );
}
