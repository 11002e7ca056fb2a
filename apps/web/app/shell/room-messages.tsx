import { Suspense } from 'react';
import type { MessagesPanelProps } from '../features/direct-messages/messages-panel.tsx';
import { withTexts } from '../shared/language/with-texts.ts';
import { lazyPart } from '../shared/lazy-part.ts';

const load = withTexts(() => import('../features/direct-messages/messages-panel.tsx'));
const Panel = lazyPart(async () => ({ default: (await load()).MessagesPanel }));

/** The private messages beside a room; their code comes when the tab is first opened. */
export function RoomMessages(props: MessagesPanelProps) {
  return (
    <Suspense fallback={<div className="skeleton m-3 h-10" />}>
      <Panel {...props} />
    </Suspense>
  );
}
