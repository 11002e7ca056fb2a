import { randomToken, uuidv7 } from '@klieg/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AgeTwinUses } from './age-twin.ts';
import { readChoice, renderAgeDonePage, renderAgePage } from './age-pages.ts';

interface Interview {
  readonly flow: string;
  readonly returnUrl: string;
  /** A secret of the process that started it. */
  readonly token: string;
  status: 'ID_VALIDATION_STARTED' | 'ONBOARDING_FINISHED' | 'EXPIRED';
  score: 'OK' | 'FAIL' | 'MANUAL' | undefined;
}

const INTERVIEWS_MAX = 10_000;
const FLOWS = new Set(['estimation', 'verification']);
const scoreOf = { adult: 'OK', minor: 'FAIL', later: 'MANUAL' } as const;

/** Incode's side: interviews of a flow, their page, status and score, and a webhook that the operator has entered. */
export function serveIncodeTwin(app: FastifyInstance, { word, html, notify, faults }: AgeTwinUses): void {
  const interviews = new Map<string, Interview>();
  const isKnown = ({ headers }: FastifyRequest): boolean =>
    headers['x-api-key'] === word('incode key') && headers['api-version'] === '1.0';
  /** The interview of the token that a request brings. */
  const ownOf = (request: FastifyRequest) =>
    isKnown(request)
      ? [...interviews].find(([, { token }]) => token === request.headers['x-incode-hardware-id'])
      : undefined;

  app.post('/twins/incode/omni/start', (request, reply) => {
    if (faults().isAway) return reply.status(503).send({});
    if (!isKnown(request)) return reply.status(403).send({ message: 'Forbidden' });
    const asked = JSON.parse(String(request.body)) as {
      interviewId?: string;
      configurationId?: string;
      redirectionUrl?: string;
    };
    const known = asked.interviewId && interviews.get(asked.interviewId);
    if (known) return reply.send({ interviewId: asked.interviewId, token: known.token });
    if (asked.interviewId || !FLOWS.has(asked.configurationId ?? '') || !asked.redirectionUrl)
      return reply.status(400).send({ message: 'Bad request' });
    const interviewId = uuidv7();
    const token = randomToken(24);
    interviews.set(interviewId, {
      flow: asked.configurationId!,
      returnUrl: asked.redirectionUrl,
      token,
      status: 'ID_VALIDATION_STARTED',
      score: undefined,
    });
    if (interviews.size > INTERVIEWS_MAX) interviews.delete(interviews.keys().next().value!);
    return reply.send({ interviewId, token });
  });
  app.get('/twins/incode/omni/onboarding-url', (request, reply) => {
    const own = ownOf(request);
    if (!own) return reply.status(401).send({});
    return reply.send({ url: `http://${request.headers.host}/twins/incode/interview/${own[0]}` });
  });
  app.get('/twins/incode/omni/get/onboarding/status', (request, reply) => {
    if (faults().isAway) return reply.status(503).send({});
    const own = ownOf(request);
    return own ? reply.send({ onboardingStatus: own[1].status }) : reply.status(401).send({});
  });
  app.get('/twins/incode/omni/get/score', (request, reply) => {
    const own = ownOf(request);
    return own
      ? reply.send({ overall: { status: own[1].score, value: '97.0' } })
      : reply.status(401).send({});
  });

  const find = (request: FastifyRequest) => interviews.get((request.params as { id: string }).id);
  app.get('/twins/incode/interview/:id', (request, reply) => {
    const found = find(request);
    if (!found) return html(reply, 404, renderAgeDonePage('/'));
    const what = found.flow === 'estimation' ? 'A look at the face.' : 'A document and a look at the face.';
    return html(reply, 200, renderAgePage('Incode', what));
  });
  app.post('/twins/incode/interview/:id', (request, reply) => {
    const found = find(request);
    const choice = readChoice(request.body);
    if (!found || !choice) return html(reply, 400, renderAgeDonePage('/'));
    found.status = choice === 'cancel' ? 'EXPIRED' : 'ONBOARDING_FINISHED';
    found.score = choice === 'cancel' ? undefined : scoreOf[choice];
    notify(`${new URL(found.returnUrl).origin}/api/v1/callback/incode`, {
      interviewId: (request.params as { id: string }).id,
      onboardingStatus: found.status,
      flowId: found.flow,
    });
    return html(reply, 200, renderAgeDonePage(found.returnUrl));
  });
}
