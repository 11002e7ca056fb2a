import { isInternalMediaKey } from '@klieg/contract/media';
import type { FastifyInstance } from 'fastify';
import type { ExchangeStreamKey } from './exchange-stream-key.ts';

/* Calls that only the site's own processes may make; a wrong key sees the answer of an absent path. */

const STATUS_OF_REFUSAL = { bad_key: 404, already_live: 409 } as const;

/** POST /internal/media/stream_key {key} answers {token}, 404 for a wrong key, 409 while another publishes. */
export function serveStreamKeys(app: FastifyInstance, secret: Uint8Array, exchange: ExchangeStreamKey): void {
  app.post<{ Body: { key?: unknown } | null }>('/internal/media/stream_key', async (request, reply) => {
    if (!isInternalMediaKey(secret, request.headers['x-internal-secret'])) return reply.status(404).send();
    const key = request.body?.key;
    if (typeof key !== 'string' || key.length > 200) return reply.status(404).send();
    const answer = await exchange(key);
    if (!answer.ok) return reply.status(STATUS_OF_REFUSAL[answer.reason]).send();
    return reply.send({ token: answer.token });
  });
}
