import type { BroadcastState } from '../publish/use-broadcast.ts';

/** What the model is told about her own picture: on air only while it is being sent. */
export type OnAir = 'off' | 'connecting' | 'live' | 'reconnecting';

/** The part of the model's room that does not come from this page. */
export interface Elsewhere {
  /** Another window or program sends. */
  readonly isElsewhere: boolean;
  /** A sender is gone, such as this page before a reload; the room waits a minute for the picture. */
  readonly isLost: boolean;
}

export function onAirOf(state: BroadcastState, { isElsewhere, isLost }: Elsewhere): OnAir {
  if (state.kind !== 'on' && isLost) return 'reconnecting';
  if (state.kind !== 'on') return isElsewhere ? 'live' : 'off';
  const { kind } = state.publish;
  return kind === 'stopped' || kind === 'failed' ? 'off' : kind;
}
