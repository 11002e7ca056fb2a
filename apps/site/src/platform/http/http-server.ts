import { AppError, type Log, uuidv7 } from '@klieg/kernel';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { sendError } from './call-router.ts';
import { type BodyLimits, hasBody, limitSlowBodies } from './limits/index.ts';

const BODY_BYTES = 64 * 1024;

const codeOfTransport = (error: FastifyError): string => {
  switch (error.statusCode) {
    case 413:
      return 'common.too_large';
    case 415:
      return 'common.unsupported_media_type';
    case 400:
      return 'common.invalid_input';
    // Addresses that lead out of a folder of files are none.
    case 403:
    case 404:
    // Nothing that exists has a name of that length.
    case 414:
      return 'common.not_found';
    default:
      return 'common.internal';
  }
};

const markAnswer = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');

/**
 * The HTTP server of the site: explicit timeouts against slow senders, one error shape, a request id
 * on every answer. It knows no call by itself.
 */
export function makeHttpServer(options: {
  readonly log: Log;
  readonly bodies?: BodyLimits;
}): FastifyInstance {
  const answerFault = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const known = error instanceof AppError ? error : new AppError(codeOfTransport(error), { cause: error });
    sendError(known, request, reply, options);
  };
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_BYTES,
    // Bodies have limits of their own.
    requestTimeout: 0,
    keepAliveTimeout: 72_000,
    // How often it is looked who has not sent their headers in time, also of those who never say anything.
    http: { connectionsCheckingInterval: 1_000 },
    genReqId: () => uuidv7(),
    forceCloseConnections: 'idle',
    // Who asks while the site stops is answered in the shape of every error.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    // Addresses that no route can be looked for pass no hooks.
    frameworkErrors: (error, request, reply) => answerFault(error, request, markAnswer(request, reply)),
  });
  app.server.headersTimeout = 5_000;
  app.server.maxRequestsPerSocket = 0;

  limitSlowBodies(app, options.bodies);

  // Bodies are JSON; an empty one is an empty object, so that POSTs without fields stay simple.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? {} : JSON.parse(body as string));
    } catch {
      done(
        new AppError('common.invalid_input', {
          params: { fields: [{ path: 'body', reason: 'type', message: 'This is not JSON' }] },
        }),
        undefined,
      );
    }
  });
  // Only calls that take a file get a form, in a scope of their own (`takeForms`).
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) =>
    done(new AppError('common.unsupported_media_type'), undefined),
  );
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onRequest', (request, reply, done) => {
    markAnswer(request, reply);
    if (!isClosing) return done();
    void reply.header('connection', 'close');
    done(new AppError('common.unavailable'));
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    // What is left of a body that was not read to its end would be waited for, or taken for the next request.
    if (hasBody(request.raw) && !request.raw.complete) void reply.header('connection', 'close');
    done();
  });
  app.setErrorHandler(answerFault);
  return app;
}
