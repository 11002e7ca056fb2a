import type { Log } from '@klieg/kernel';
import type { RtmpAuthorization } from './publication.ts';

/** Checks a key; a fault is logged and reported to the encoder as `unavailable`. Never rejects. */
export async function authorizePublisher(
  ask: () => Promise<RtmpAuthorization>,
  log: Log,
): Promise<RtmpAuthorization> {
  try {
    return await ask();
  } catch (err) {
    log.error({ err }, 'rtmp publisher could not be authorized');
    return { ok: false, reason: 'unavailable' };
  }
}
