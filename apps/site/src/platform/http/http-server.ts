import { AppError, type Log, uuidv7 } from '@klieg/kernel';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { sendError } from './call-router.ts';

const BODY_BYTES = 64 * 1024;

const codeOfTransport = (error: FastifyError): string => {
  switch (error.statusCode) {
    case 413:
      return 'common.too_large';
    case 415:
      return 'common.unsupported_media_type';
    case 400:
      return 'common.invalid_input';
    default:
      return 'common.internal';
  }
};

/**
 * The HTTP server of the site: explicit timeouts against slow senders, one error shape, a request id
 * on every answer. It knows no call by itself.
 */
export function makeHttpServer(options: {
  readonly log: Log;
  readonly trustedHops: number;
}): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_BYTES,
    requestTimeout: 15_000,
    keepAliveTimeout: 72_000,
    trustProxy: options.trustedHops > 0 ? (_address, hop) => hop <= options.trustedHops : false,
    genReqId: () => uuidv7(),
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
  });
  app.server.headersTimeout = 5_000;
  app.server.maxRequestsPerSocket = 0;

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
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    done();
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = error instanceof AppError ? error : new AppError(codeOfTransport(error), { cause: error });
    sendError(known, request, reply, options);
  });
  return app;
}
