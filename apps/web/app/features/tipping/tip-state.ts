import type { WireEvent } from '../../shared/realtime/wire-event.ts';
import { type LowerThirdState, nextTip, queueTip } from './lower-third-queue.ts';

export type TipEvent =
  | WireEvent
  | { readonly name: 'page.tip-over'; readonly payload: Record<string, never> };

/** Tips over the picture: an arrival queues, the end of one shows the next. */
export function reduceTips(state: LowerThirdState, event: TipEvent): LowerThirdState {
  if (event.name === 'page.tip-over') return nextTip(state);
  if (event.name !== 'v3.tip.received') return state;
  const { id, tokens, sender_name: sender, comment } = event.payload;
  return queueTip(state, { id, amountTokens: tokens, sender: sender ?? undefined, comment: comment ?? '' });
}
