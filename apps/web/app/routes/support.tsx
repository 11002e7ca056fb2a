import { Suspense } from 'react';
import { SupportPage } from '../features/content-pages/support-page.tsx';
import { lazyPart } from '../shared/lazy-part.ts';
import { useIsInteractive } from '../shared/use-client-value.ts';
import { topicOf } from '../features/content-pages/support-topics.ts';
import { servicesContext } from '../services.ts';
import { valueOf } from '../shared/public-answer.ts';
import { withTexts } from '../shared/language/with-texts.ts';
import type { Route } from './+types/support.ts';
import { textMeta } from './text-meta.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

const ORDER_MAX = 64;
const ThreadList = lazyPart(withTexts(() => import('../features/support/thread-list.tsx')));

/** The topic that the address names is chosen already, and an order filled in. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  return {
    topic: topicOf(query.get('topic')),
    order: (query.get('order') ?? '').slice(0, ORDER_MAX),
    text: valueOf(await context.get(servicesContext).content('support', request), () => '/support'),
    origin: new URL(request.url).origin,
  };
}

/** Indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) =>
  textMeta(loaderData && { ...loaderData, seo: loaderData.text.seo });

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
export default function Support({ loaderData: { topic, order, text } }: Route.ComponentProps) {
  return (
    <SupportPage key={`${topic} ${order}`} text={text} topic={topic} order={order} earlier={<Earlier />} />
  );
}
