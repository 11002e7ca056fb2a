import { data } from 'react-router';
import { LegalPage } from '../features/content-pages/legal-page.tsx';
import { servicesContext } from '../services.ts';
import { valueOf } from '../shared/public-answer.ts';
import type { Route } from './+types/legal.ts';
import { textMeta } from './text-meta.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

/** The overview, or the text that the address names. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const slug = params.slug ?? 'legal';
  const text = valueOf(await context.get(servicesContext).content(slug, request), () => '/legal');
  // Texts of landing pages stand there alone.
  if (!text.seo.breadcrumbList.at(-1)?.url.startsWith('/legal'))
    throw data({ message: 'Page not found' }, { status: 404 });
  return { text, origin: new URL(request.url).origin };
}

/** Indexed under its own address. */
export const meta: Route.MetaFunction = ({ loaderData }) =>
  textMeta(loaderData && { ...loaderData, seo: loaderData.text.seo });

/** `/legal` and `/legal/{text}` */
export default function Legal({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData.text} />;
}
