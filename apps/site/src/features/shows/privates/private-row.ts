import type { PrivateType } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';
import type { Private, PrivateRunState } from './private-rules.ts';

/** A row of `privates`. */
export interface PrivateRow {
  readonly show_id: Uuid;
  readonly room_id: AccountId;
  readonly payer_id: AccountId;
  readonly state: PrivateRunState;
  readonly type: PrivateType;
  readonly source: string;
  readonly price: number;
  readonly prepaid_seconds: number;
  readonly with_cam2cam: boolean;
  readonly with_recording: boolean;
  readonly message: string | null;
  readonly watch_media_id: string | null;
  readonly watch_id: Uuid | null;
  readonly reason: string | null;
  readonly expires_at: Date;
  readonly starts_by: Date | null;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  readonly duration_seconds: number | null;
  readonly tokens_charged: number | null;
  readonly tokens_returned: number | null;
  readonly payer_is_fan: boolean;
  readonly silent_ms: number;
}

export const privateOf = (row: PrivateRow): Private => ({
  id: row.show_id,
  roomId: row.room_id,
  payerId: row.payer_id,
  state: row.state,
  type: row.type,
  source: row.source,
  price: row.price,
  prepaidSeconds: row.prepaid_seconds,
  withCam2cam: row.with_cam2cam,
  withRecording: row.with_recording,
  message: row.message,
  watchMediaId: row.watch_media_id,
  watchId: row.watch_id,
  reason: row.reason,
  expiresAt: row.expires_at.getTime(),
  startsBy: row.starts_by?.getTime() ?? null,
  startedAt: row.started_at?.getTime() ?? null,
  endedAt: row.ended_at?.getTime() ?? null,
  durationSeconds: row.duration_seconds,
  tokensCharged: row.tokens_charged,
  tokensReturned: row.tokens_returned,
  payerIsFan: row.payer_is_fan,
  silentMs: row.silent_ms,
});
