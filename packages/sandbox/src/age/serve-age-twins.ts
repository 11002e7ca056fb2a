import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noAgeFaults, readAgeFaults } from './age-faults.ts';
import type { AgeTwinUses } from './age-twin.ts';
import { type CardTokens, serveCcbillCardTwin } from './ccbill-card-twin.ts';
import { serveIncodeTwin } from './incode-twin.ts';
import { serveProofIssuerTwin } from './proof-issuer-twin.ts';
import { serveYotiTwin } from './yoti-twin.ts';

/**
 * Vendors of age checks beside the biller: Yoti, Incode, an issuer of proofs and CCBill's card fields, each with its
 * own protocol.
 */
export function serveAgeTwins(
  app: FastifyInstance,
  options: {
    readonly secret: string;
    readonly html: AgeTwinUses['html'];
    /** The signed body of a request; where it is undefined the refusal is on its way. */
    readonly readSigned: (request: FastifyRequest, reply: FastifyReply) => string | undefined;
  },
): CardTokens {
  let faults = noAgeFaults;
  const uses: AgeTwinUses = {
    word: (name) =>
      createHmac('sha256', options.secret).update(`age-check ${name}`).digest('hex').slice(0, 32),
    html: options.html,
    notify(url, body) {
      if (faults.isSilent) return;
      // A shop that cannot be reached learns of it when it asks.
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).catch(() => undefined);
    },
    faults: () => faults,
  };
  app.post('/twins/control', (request, reply) => {
    const body = options.readSigned(request, reply);
    if (body === undefined) return reply;
    const read = readAgeFaults(JSON.parse(body || '{}'));
    if (typeof read === 'string') return reply.status(400).send({ error: read });
    faults = read;
    return reply.send(read);
  });
  serveYotiTwin(app, uses);
  serveIncodeTwin(app, uses);
  serveProofIssuerTwin(app, { ...uses, readSigned: options.readSigned });
  return serveCcbillCardTwin(app, uses);
}
