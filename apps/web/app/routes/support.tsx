import { msg } from '@lingui/core/macro';
import { Suspense } from 'react';
import { SupportPage } from '../features/content-pages/support-page.tsx';
import { lazyPart } from '../shared/lazy-part.ts';
import { useIsInteractive } from '../shared/use-client-value.ts';
import { topicOf } from '../features/content-pages/support-topics.ts';
import { withTexts } from '../shared/language/with-texts.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import type { Route } from './+types/support.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

const ORDER_MAX = 64;
const ThreadList = lazyPart(withTexts(() => import('../features/support/thread-list.tsx')));

/** The topic that the address names is chosen already, and an order filled in. */
export async function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  return {
    topic: topicOf(query.get('topic')),
    order: (query.get('order') ?? '').slice(0, ORDER_MAX),
    title: await pageTitle(request, msg`Support`),
  };
}

/** Indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'rating', content: 'RTA-5042-1996-1400-1577-RTA' },
];

/** Conversations of before, once the page is interactive: the page itself is the same for everyone. */
function Earlier() {
  return (
    useIsInteractive() && (
      <Suspense>
        <ThreadList />
      </Suspense>
    )
  );
}

/** `/support` */
export default function Support({ loaderData: { topic, order } }: Route.ComponentProps) {
  return <SupportPage key={`${topic} ${order}`} topic={topic} order={order} earlier={<Earlier />} />;
}
