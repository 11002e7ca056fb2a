import { lazy, Suspense } from 'react';
import type { ModerationPanelProps } from '../features/room-chat/moderation-panel.tsx';

const Panel = lazy(() =>
  import('../features/room-chat/moderation-panel.tsx').then(({ ModerationPanel }) => ({
    default: ModerationPanel,
  })),
);

/** The moderation of a room beside its chat; its code comes when the tab is first opened. */
export function RoomModeration(props: ModerationPanelProps) {
  return (
    <Suspense fallback={<div className="skeleton m-3 h-10" />}>
      <Panel {...props} />
    </Suspense>
  );
}
