import type { BroadcastState } from './use-broadcast.ts';

/** What the model is told of her own picture: on air only while it is being sent. */
export type OnAir = 'off' | 'connecting' | 'live' | 'reconnecting';

/** @param isElsewhere another window or program sends */
export function onAirOf(state: BroadcastState, isElsewhere: boolean): OnAir {
  if (state.kind !== 'on') return isElsewhere ? 'live' : 'off';
  const { kind } = state.publish;
  return kind === 'stopped' || kind === 'failed' ? 'off' : kind;
}
