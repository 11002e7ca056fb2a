import { FaqArticlePage } from '../features/content-pages/faq-article-page.tsx';
import { servicesContext } from '../services.ts';
import { valueOf } from '../shared/public-answer.ts';
import type { Route } from './+types/faq-article.ts';
import { textMeta } from './text-meta.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

/** The article that the address names. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const answer = await context.get(servicesContext).faqArticle(params.article, request);
  return { article: valueOf(answer, () => '/faq'), origin: new URL(request.url).origin };
}

/** Indexed under its own address. */
export const meta: Route.MetaFunction = ({ loaderData }) =>
  textMeta(loaderData && { ...loaderData, seo: loaderData.article.seo });

/** `/faq/{article}` */
export default function FaqArticle({ loaderData }: Route.ComponentProps) {
  return <FaqArticlePage article={loaderData.article} />;
}
