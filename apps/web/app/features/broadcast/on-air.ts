import type { BroadcastState } from './use-broadcast.ts';

/** What the model is told of her own picture: on air only while it is being sent. */
export type OnAir = 'off' | 'connecting' | 'live' | 'reconnecting';

/** What of the model's room does not come from this page. */
export interface Elsewhere {
  /** Another window or program sends. */
  readonly isElsewhere: boolean;
  /** One that sent is gone, such as this page before it was loaded anew; the room waits a minute for the picture. */
  readonly isLost: boolean;
}

export function onAirOf(state: BroadcastState, { isElsewhere, isLost }: Elsewhere): OnAir {
  if (state.kind !== 'on' && isLost) return 'reconnecting';
  if (state.kind !== 'on') return isElsewhere ? 'live' : 'off';
  const { kind } = state.publish;
  return kind === 'stopped' || kind === 'failed' ? 'off' : kind;
}
