import { Suspense } from 'react';
import type { ModerationPanelProps } from '../features/room-chat/moderation-panel.tsx';
import { withTexts } from '../shared/language/with-texts.ts';
import { lazyPart } from '../shared/lazy-part.ts';

const load = withTexts(() => import('../features/room-chat/moderation-panel.tsx'));
const Panel = lazyPart(async () => ({ default: (await load()).ModerationPanel }));

/** The moderation of a room beside its chat; its code comes when the tab is first opened. */
export function RoomModeration(props: ModerationPanelProps) {
  return (
    <Suspense fallback={<div className="skeleton m-3 h-10" />}>
      <Panel {...props} />
    </Suspense>
  );
}
