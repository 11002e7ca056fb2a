import { useSearchParams } from 'react-router';
import { GoalOverlay } from '../features/room-games/goal-overlay.tsx';
import type { PageHandle } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/goal-overlay.ts';

/** Nothing of the site around it, and no visitor data: the address is all it needs. */
export const handle: PageHandle = { isBare: true };

/** The address contains a key: no referrer is sent, and the page is not indexed. */
export const headers: Route.HeadersFunction = () => ({
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
});

/** Its own title, to recognise it in an encoder's list of sources. */
export const meta: Route.MetaFunction = () => [
  { title: 'Goal overlay' },
  { name: 'robots', content: 'noindex' },
];

/** `/overlay/goal?key=…`, with `sound=1` also to be heard. */
export default function GoalOverlayPage() {
  const [query] = useSearchParams();
  return <GoalOverlay overlayKey={query.get('key') ?? ''} hasSound={query.get('sound') === '1'} />;
}
