import { showToast } from '@klieg/ui';
import { msg } from '@lingui/core/macro';
import { meStore } from '../../shared/me/me-store.ts';
import type { RoomEvent } from '../../shared/room-module/room-events.ts';
import type { EffectTools } from '../../shared/room-module/room-module.ts';
import { takeAck } from './watch-calls.ts';
import type { WatchPart, WatchTold } from './watch-state.ts';

const myName = (): string | undefined => {
  const me = meStore.get();
  return me.kind === 'member' ? me.current.user.username : undefined;
};

/** How it ended, for the person who did not end it. */
function endOf({ status, by }: WatchTold, before: WatchTold | null) {
  if (status === 'declined')
    return by ? msg`${by} does not want to watch that now.` : msg`Nobody answered in time. Choose again.`;
  if (before?.status === 'proposed') return by ? msg`${by} canceled the request.` : undefined;
  return by ? msg`${by} has closed the video.` : msg`The video has ended.`;
}

/** Shows how a proposal or watch has ended, or that a press failed. */
export function tellWatch(event: RoomEvent, before: WatchPart, tools: Pick<EffectTools, 'text'>): void {
  if (event.name === 'v3.ack') {
    const { client_id: id, status } = event.payload;
    if (takeAck(id) && status !== 1)
      showToast({
        content: tools.text(msg`That did not reach the other person. Try again.`),
        appearance: 'error',
      });
    return;
  }
  if (event.name !== 'v3.watch.update') return;
  const { status, by, watch_id: id } = event.payload;
  if (status === 'proposed' || status === 'active' || before.told?.watch_id !== id || by === myName()) return;
  const end = endOf(event.payload, before.told);
  if (end) showToast({ content: tools.text(end) });
}
