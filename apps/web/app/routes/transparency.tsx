import { msg } from '@lingui/core/macro';
import { TransparencyPage } from '../features/complaint-desk/transparency-page.tsx';
import { pageTitle } from '../shared/language/page-title.ts';
import type { Route } from './+types/transparency.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

/** The numbers are read in the browser. */
export const loader = async ({ request }: Route.LoaderArgs) => ({
  title: await pageTitle(request, msg`Transparency report`),
});

/** Indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'rating', content: 'RTA-5042-1996-1400-1577-RTA' },
];

/** `/complaints/transparency` */
export default function Transparency() {
  return <TransparencyPage />;
}
