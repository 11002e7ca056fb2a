import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Faults of the SMS gateway; set by POST /twins/sms/control, for tests and demonstrations. */
interface SmsFaults {
  /** Every message is answered with 503 and not taken. */
  readonly isAway: boolean;
  /** Every message is refused with 422, as one to a number that does not exist. */
  readonly refuses: boolean;
  /** A message is accepted, but the answer comes this many milliseconds later. */
  readonly delayMs: number;
}

interface KeptText {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly at: string;
}

const noSmsFaults: SmsFaults = { isAway: false, refuses: false, delayMs: 0 };
const DELAY_MAX_MS = 600_000;
const KEPT_MAX = 100;

/** Reads a change of the faults; unknown or wild values are refused with a sentence. */
function readSmsFaults(body: unknown): SmsFaults | string {
  if (typeof body !== 'object' || body === null) return 'An object is wanted';
  for (const key of Object.keys(body)) if (!(key in noSmsFaults)) return `Unknown fault: ${key}`;
  const faults = { ...noSmsFaults, ...body };
  const isDelay = Number.isInteger(faults.delayMs) && faults.delayMs >= 0 && faults.delayMs <= DELAY_MAX_MS;
  const fits = isDelay && typeof faults.isAway === 'boolean' && typeof faults.refuses === 'boolean';
  return fits ? faults : 'delayMs 0 to 600000, the rest true or false';
}

/** A message as the site posts it; undefined where it is not one. */
function readMessage(text: unknown): Omit<KeptText, 'at'> | undefined {
  const { from, to, text: words } = JSON.parse(String(text)) as Readonly<Record<string, unknown>>;
  const isWhole = typeof from === 'string' && typeof to === 'string' && typeof words === 'string';
  return isWhole && /^\+[1-9]\d{6,14}$/.test(to) && words !== '' ? { from, to, text: words } : undefined;
}

/** A gateway that sends text messages (docs/wire/sms.md). This one keeps the newest, so that they can be read. */
export function serveSmsTwin(
  app: FastifyInstance,
  options: {
    readonly secret: string;
    /** The signed body of a request; where it is undefined the refusal is on its way. */
    readonly readSigned: (request: FastifyRequest, reply: FastifyReply) => string | undefined;
  },
): void {
  const token = createHmac('sha256', options.secret).update('sms token').digest('hex');
  const isOurs = ({ headers }: FastifyRequest) => headers.authorization === `Bearer ${token}`;
  let faults = noSmsFaults;
  /** By their key, oldest first: one that is posted again is the same message. */
  const kept = new Map<string, KeptText>();

  app.post('/twins/sms/messages', async (request, reply) => {
    if (!isOurs(request)) return reply.status(401).send({ error: 'The token is wrong' });
    const { isAway, refuses, delayMs } = faults;
    if (isAway) return reply.status(503).send({ error: 'Away' });
    const message = readMessage(request.body);
    if (!message || refuses) return reply.status(422).send({ error: 'The message cannot be sent' });
    const key = String(request.headers['idempotency-key'] ?? crypto.randomUUID());
    if (!kept.has(key)) kept.set(key, { ...message, at: new Date().toISOString() });
    if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value!);
    if (delayMs > 0) await wait(delayMs, undefined, { ref: false });
    return reply.status(202).send({ id: key });
  });

  app.get('/twins/sms/messages', (request, reply) =>
    isOurs(request)
      ? reply.send({ items: [...kept.values()].toReversed() })
      : reply.status(401).send({ error: 'The token is wrong' }),
  );

  app.post('/twins/sms/control', (request, reply) => {
    const body = options.readSigned(request, reply);
    if (body === undefined) return reply;
    const read = readSmsFaults(JSON.parse(body || '{}'));
    if (typeof read === 'string') return reply.status(400).send({ error: read });
    faults = read;
    return reply.send(read);
  });
}
