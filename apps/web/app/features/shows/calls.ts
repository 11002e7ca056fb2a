import type { WatchMedia } from '@klieg/contract';
import { CallError } from '@klieg/contract/client';
import { lateApi } from '../../shared/api/late-client.ts';
import { sendSurely } from '../../shared/api/send-surely.ts';
import type { RequestTold } from './shows-part.ts';

export interface PrivateWish {
  readonly type: 'private' | 'exclusive';
  /** Tokens a minute, as shown; another price is refused. */
  readonly pricePerMinute: number;
  readonly message: string;
  /** The own camera is shared with the performer from the start. */
  readonly withCam2cam: boolean;
  /** A recording is kept. */
  readonly keepsRecording: boolean;
  /** It is asked for to watch something together: the video, where one is chosen already. */
  readonly toWatch?: { readonly mediaId: WatchMedia['id'] | undefined } | undefined;
}

/** Asks for a private. @throws CallError */
export async function askPrivate(username: string, wish: PrivateWish): Promise<RequestTold> {
  const message = wish.message.trim();
  const answer = await sendSurely(['private', username, wish], (idempotencyKey) =>
    lateApi.requestPrivate({
      params: { username },
      body: {
        type: wish.type,
        cost_per_minute: wish.pricePerMinute,
        with_cam2cam: wish.withCam2cam,
        keep_recording: wish.keepsRecording,
        ...(message && { message }),
        ...(wish.toWatch && { source: 'watch' as const }),
        ...(wish.toWatch?.mediaId !== undefined && { watch_media_id: wish.toWatch.mediaId }),
      },
      idempotencyKey,
    }),
  );
  return {
    request_id: answer.request_id,
    expires_at: Date.parse(answer.expires_at),
    cost_per_minute: answer.cost_per_minute,
    prepaid_seconds: answer.min_minutes * 60,
    type: wish.type,
    sharecam: wish.withCam2cam,
    status: 'pending',
  };
}

/** Begins to look into the private, with the free preview where there is one left. @throws CallError */
export const startSpy = (username: string, pricePerMinute: number, preview: boolean) =>
  sendSurely(['spy', username, pricePerMinute, preview], (idempotencyKey) =>
    lateApi.startSpy({
      params: { username },
      body: { preview, cost_per_minute: pricePerMinute },
      idempotencyKey,
    }),
  );

/** Sets more minutes of the running private aside. @throws CallError */
export const extendPrivate = (username: string, minutes: number) =>
  sendSurely(['private minutes', username, minutes], (idempotencyKey) =>
    lateApi.extendPrivate({ params: { username }, body: { minutes }, idempotencyKey }),
  );

/** The price that holds now, where a call was refused for another one; undefined for any other refusal. */
export function changedPrice(error: unknown): { readonly pricePerMinute: number | undefined } | undefined {
  if (!(error instanceof CallError) || error.code !== 'common.price_changed') return undefined;
  const { cost_per_minute: cost, price } = error.body?.params ?? {};
  const pricePerMinute = [cost, price].find((value) => typeof value === 'number');
  return { pricePerMinute };
}
