import type { Clock, Log, Uuid } from '@klieg/kernel';
import { encryptMessage } from './encrypt-message.ts';
import { isPushService } from './push-services.ts';
import type { PushStore } from './push-store.ts';
import type { Vapid } from './vapid.ts';

/** What a browser shows; `url` is a path of this site. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  readonly url: string;
}

const TIMEOUT_MS = 10_000;
/** A message undelivered for this long is no longer news. */
const TTL_SECONDS = 3_600;
const GONE: ReadonlySet<number> = new Set([404, 410]);
const TRY_LATER: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/**
 * Sends one message to one browser. An ended subscription is dropped, and a refused message is logged. @throws where
 * the service is busy, so that the job is retried
 */
export const makeSendPush =
  (deps: {
    readonly store: Pick<PushStore, 'find' | 'drop'>;
    readonly vapid: Vapid;
    readonly services: readonly string[];
    readonly clock: Clock;
    readonly log: Log;
  }) =>
  async (id: Uuid, message: PushMessage): Promise<void> => {
    const subscription = await deps.store.find(id);
    // It was ended meanwhile, or its service is no longer on the list.
    if (!subscription || !isPushService(subscription.endpoint, deps.services)) return;
    const answer = await fetch(subscription.endpoint, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        authorization: deps.vapid.headerFor(subscription.endpoint, deps.clock.now()),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(TTL_SECONDS),
        urgency: 'normal',
      },
      body: new Uint8Array(encryptMessage(JSON.stringify(message), subscription)),
    });
    await answer.body?.cancel();
    if (GONE.has(answer.status)) return deps.store.drop(id);
    if (TRY_LATER.has(answer.status)) throw new Error(`the push service answered ${answer.status}`);
    if (!answer.ok) deps.log.warn({ status: answer.status }, 'a push service refused a message');
  };
