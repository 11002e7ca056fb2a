import { TextPage } from '../features/content-pages/text-page.tsx';
import { servicesContext } from '../services.ts';
import { valueOf } from '../shared/public-answer.ts';
import type { Route } from './+types/esports.ts';
import { textMeta } from './text-meta.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

/** The text of the page, which the operator edits as a file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const answer = await context.get(servicesContext).content('esports', request);
  return { text: valueOf(answer, () => '/esports'), origin: new URL(request.url).origin };
}

/** Indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) =>
  textMeta(loaderData && { ...loaderData, seo: loaderData.text.seo });

/** `/esports` */
export default function Esports({ loaderData }: Route.ComponentProps) {
  return <TextPage text={loaderData.text} />;
}
