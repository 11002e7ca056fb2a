import { uuidv7 } from '@klieg/kernel';
import type { FastifyInstance } from 'fastify';
import type { AgeTwinUses } from './age-twin.ts';
import { readChoice, renderAgeDonePage, renderAgePage } from './age-pages.ts';

interface Session {
  status: 'PENDING' | 'IN_PROGRESS' | 'COMPLETE' | 'FAIL' | 'CANCELLED';
  readonly method: 'DOC_SCAN' | 'DIGITAL_ID';
  readonly referenceId: string;
  readonly returnUrl: string;
  readonly notificationUrl: string;
}

const SESSIONS_MAX = 10_000;
const statusOf = { adult: 'COMPLETE', minor: 'FAIL', later: 'IN_PROGRESS', cancel: 'CANCELLED' } as const;

/** Yoti's side: sessions of type OVER, their page, notifications without a signature, and results. */
export function serveYotiTwin(app: FastifyInstance, { word, html, notify, faults }: AgeTwinUses): void {
  const sessions = new Map<string, Session>();
  const isKnown = (headers: Readonly<Record<string, unknown>>): boolean =>
    headers['authorization'] === `Bearer ${word('yoti key')}` && headers['yoti-sdk-id'] === word('yoti sdk');
  const tell = (id: string, { status, method, referenceId, notificationUrl }: Session) =>
    notify(notificationUrl, { id, status, method, reference_id: referenceId });

  app.post('/twins/yoti/api/v1/sessions', (request, reply) => {
    if (faults().isAway) return reply.status(503).send({});
    if (!isKnown(request.headers)) return reply.status(401).send({ code: 'UNAUTHORIZED' });
    const asked = JSON.parse(String(request.body)) as {
      type: string;
      ttl: number;
      doc_scan: { allowed: boolean; threshold?: number };
      digital_id: { allowed: boolean; threshold?: number };
      reference_id: string;
      callback: { url: string };
      notification_url: string;
    };
    const allowed = [asked.doc_scan, asked.digital_id].filter((one) => one.allowed);
    if (asked.type !== 'OVER' || asked.ttl < 60 || allowed.length !== 1 || allowed[0]!.threshold !== 18)
      return reply.status(400).send({ code: 'VALIDATION_ERROR' });
    const id = uuidv7();
    sessions.set(id, {
      status: 'PENDING',
      method: asked.doc_scan.allowed ? 'DOC_SCAN' : 'DIGITAL_ID',
      referenceId: asked.reference_id,
      returnUrl: asked.callback.url,
      notificationUrl: asked.notification_url,
    });
    if (sessions.size > SESSIONS_MAX) sessions.delete(sessions.keys().next().value!);
    return reply.send({ id, status: 'PENDING' });
  });

  app.get('/twins/yoti/api/v1/sessions/:id/result', (request, reply) => {
    if (faults().isAway) return reply.status(503).send({});
    if (!isKnown(request.headers)) return reply.status(401).send({ code: 'UNAUTHORIZED' });
    const session = sessions.get((request.params as { id: string }).id);
    if (!session) return reply.status(404).send({ code: 'SESSION_NOT_FOUND' });
    // The real answer also contains what was read of the document; storing that breaks the law of some places.
    return reply.send({
      id: (request.params as { id: string }).id,
      status: session.status,
      method: session.method,
      age: session.status === 'COMPLETE' ? 36 : undefined,
      document: { given_names: 'TWIN GIVEN NAME', date_of_birth: '1990-02-03' },
    });
  });

  const find = (query: unknown) => {
    const { sessionId, sdkId } = query as { sessionId?: string; sdkId?: string };
    const session = sdkId === word('yoti sdk') && sessionId ? sessions.get(sessionId) : undefined;
    return session && sessionId ? { id: sessionId, session } : undefined;
  };
  app.get('/twins/yoti/', (request, reply) => {
    const found = find(request.query);
    if (!found) return html(reply, 404, renderAgeDonePage('/'));
    const what = found.session.method === 'DOC_SCAN' ? 'A scan of a document.' : 'A digital identity.';
    return html(reply, 200, renderAgePage('Yoti', what));
  });
  app.post('/twins/yoti/', (request, reply) => {
    const found = find(request.query);
    const choice = readChoice(request.body);
    if (!found || !choice) return html(reply, 400, renderAgeDonePage('/'));
    if (found.session.status === 'PENDING') found.session.status = statusOf[choice];
    tell(found.id, found.session);
    return html(reply, 200, renderAgeDonePage(found.session.returnUrl));
  });
  /** What a reviewer decides later. */
  app.post('/twins/yoti/review/:id/:status', (request, reply) => {
    const { id, status } = request.params as { id: string; status: string };
    const session = sessions.get(id);
    if (!session || (status !== 'COMPLETE' && status !== 'FAIL')) return reply.status(404).send({});
    session.status = status;
    tell(id, session);
    return reply.send({});
  });
}
