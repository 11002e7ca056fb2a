/** The page's position in the order of a room's state events (W51). */
export interface RoomPosition {
  readonly epoch: string | undefined;
  readonly seq: number;
}

export type PositionVerdict =
  /** Take the event. */
  | { readonly kind: 'take'; readonly position: RoomPosition }
  /** Older than what the page holds. */
  | { readonly kind: 'drop' }
  /** Take it, and ask for a snapshot: something between was missed. */
  | { readonly kind: 'gap'; readonly position: RoomPosition };

/** State events of scope room, which count one `seq`; a test holds the list equal to the contract. */
export const ROOM_STATE_EVENTS: ReadonlySet<string> = new Set([
  'v3.app.goal',
  'v3.app.golden_ticket',
  'v3.app.koth',
  'v3.app.scratchoff.info',
  'v3.app.scratchoff.update',
  'v3.chat.app_changed_relayed',
  'v3.chat.app_panels',
  'v3.chat.model_settings',
  'v3.chat.sodastar',
  'v3.chat.subject',
  'v3.chat.update',
  'v3.co_show.update',
  'v3.controlapp.controls',
  'v3.group.end',
  'v3.group.update',
  'v3.limited.end',
  'v3.limited.update',
  'v3.lovense.cam_extension',
  'v3.lovense.control_queue_size',
  'v3.lovense.control_start',
  'v3.lovense.control_stop',
  'v3.lovense.cruise_control_pattern',
  'v3.lovense.cruise_control_time_left',
  'v3.lovense.heartbeat',
  'v3.lovense.status_change',
  'v3.private.discount',
  'v3.private.end',
  'v3.private.started',
  'v3.raid.update',
  'v3.rocketman.update',
  'v3.tip_split.update',
  'v3.versus-tournament.room-update',
  'v3.versus.ended',
  'v3.versus.started',
  'v3.versus.update',
  'v3.voyeurcam.control_start',
]);

/** What to do with a state event of scope room. */
export function judgePosition(position: RoomPosition, seq: number): PositionVerdict {
  if (seq <= position.seq) return { kind: 'drop' };
  const next = { epoch: position.epoch, seq };
  return seq === position.seq + 1 ? { kind: 'take', position: next } : { kind: 'gap', position: next };
}
