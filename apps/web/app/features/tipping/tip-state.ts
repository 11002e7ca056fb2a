import type { RoomEvent } from '../../shared/room-module/room-events.ts';
import { type LowerThirdState, nextTip, queueTip } from './lower-third-queue.ts';

declare module '../../shared/room-module/room-events.ts' {
  interface PageEvents {
    /** The tip in the lower third has had its time. */
    'page.tip-over': Record<string, never>;
  }
}

/** What tips read; lines of the chat may ask for a sound. */
export const TIP_READS = ['v3.tip.received', 'v3.chat.message', 'page.tip-over'] as const;

export type TipEvent = RoomEvent<(typeof TIP_READS)[number]>;

/** Tips over the picture: an arrival is queued, the end of one shows the next. */
export function reduceTips(state: LowerThirdState, event: TipEvent): LowerThirdState {
  switch (event.name) {
    case 'page.tip-over':
      return nextTip(state);
    case 'v3.tip.received': {
      const { id, tokens, sender_name: sender, comment } = event.payload;
      return queueTip(state, {
        id,
        amountTokens: tokens,
        sender: sender ?? undefined,
        comment: comment ?? '',
      });
    }
    case 'v3.chat.message':
      return state;
  }
}
