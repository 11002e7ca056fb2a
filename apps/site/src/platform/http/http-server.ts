import { AppError, type Log, uuidv7 } from '@klieg/kernel';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { answerUnreadable, sendError } from './answers/index.ts';
import { type BodyLimits, hasBody, limitSlowBodies, readRest } from './limits/index.ts';

const BODY_BYTES = 64 * 1024;

/** A number that anything else has thrown says how another server has answered us. */
const isOfFramework = ({ code }: FastifyError): boolean => code?.startsWith('FST_') === true;

const codeOfTransport = (error: FastifyError): string => {
  switch (error.statusCode) {
    case 413:
      return 'common.too_large';
    case 415:
      return 'common.unsupported_media_type';
    // Of files.
    case 412:
      return 'common.precondition_failed';
    case 416:
      return 'common.range_unsatisfiable';
    case 400:
      return 'common.invalid_input';
    // Addresses that lead out of a folder of files do not exist.
    case 403:
    case 404:
    // Nothing that exists has such a long name.
    case 414:
      return 'common.not_found';
    default:
      return isOfFramework(error) && error.statusCode! >= 400 && error.statusCode! < 500
        ? 'common.invalid_input'
        : 'common.internal';
  }
};

/** A key that means something to objects themselves: schemas pass over it in silence, and no field has the name. */
const OF_OBJECTS = /"(?:_|\\u005f){2}proto(?:_|\\u005f){2}"\s*:/iu;

const bodyFaults = { unknown: 'This field is not known', type: 'This is not JSON' } as const;
const faultyBody = (path: string, reason: keyof typeof bodyFaults): AppError =>
  new AppError('common.invalid_input', {
    params: { fields: [{ path, reason, message: bodyFaults[reason] }] },
  });

/** A compressed body, or one that is not UTF-8, would be read as something else than was sent. */
const isEncoded = ({ headers }: FastifyRequest): boolean =>
  !/^(?:identity)?$/iu.test(headers['content-encoding'] ?? '') ||
  !/^"?utf-?8"?$/iu.test(/;\s*charset=([^;]*)/iu.exec(headers['content-type'] ?? '')?.[1]?.trim() ?? 'utf-8');

const isPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html');

/** For a person in a browser whose address has no page. */
const sendPlainPage = (reply: FastifyReply): void =>
  void reply
    .status(404)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    .header('cache-control', 'private, no-store')
    .send(
      '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
        '<title>Page not found</title><h1>Page not found</h1><p>This address is written in a way that leads ' +
        'nowhere.</p><p><a href="/">To the home page</a></p></html>',
    );

const markAnswer = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');

/**
 * The HTTP server of the site: explicit timeouts against slow senders, one error shape, a request id on every answer.
 * It has no calls of its own.
 */
export function makeHttpServer(options: {
  readonly log: Log;
  readonly bodies?: BodyLimits;
}): FastifyInstance {
  const answerFault = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const code = codeOfTransport(error);
    // Only what the framework does not account for is a fault with a cause to look into.
    const cause = code === 'common.internal' ? { cause: error } : {};
    const known = error instanceof AppError ? error : new AppError(code, cause);
    const { 'Content-Range': range } = (error as { headers?: Record<string, string> }).headers ?? {};
    if (range !== undefined) void reply.header('content-range', range);
    sendError(known, request, reply, options);
  };
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_BYTES,
    // Bodies have limits of their own.
    requestTimeout: 0,
    keepAliveTimeout: 72_000,
    // How often slow headers are checked for, including connections that never say anything.
    http: { connectionsCheckingInterval: 1_000 },
    genReqId: () => uuidv7(),
    clientErrorHandler: answerUnreadable,
    forceCloseConnections: 'idle',
    // Requests while the site stops are answered in the shape of every error.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    // Addresses that no route can be looked up for do not reach the hooks.
    frameworkErrors(error, request, reply) {
      markAnswer(request, reply);
      if (isPage(request)) sendPlainPage(reply);
      else answerFault(error, request, reply);
    },
  });
  app.server.headersTimeout = 5_000;
  app.server.maxRequestsPerSocket = 0;

  limitSlowBodies(app, options.bodies);

  // Bodies are JSON; an empty one is an empty object, so that POSTs without fields stay simple.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isEncoded(request)) return done(new AppError('common.unsupported_media_type'), undefined);
    if (OF_OBJECTS.test(body as string)) return done(faultyBody('__proto__', 'unknown'), undefined);
    try {
      done(null, body === '' ? {} : JSON.parse(body as string));
    } catch {
      done(faultyBody('body', 'type'), undefined);
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
    // The rest of an unread body would be waited for, or taken for the next request.
    if (hasBody(request.raw) && !request.raw.complete) void reply.header('connection', 'close');
    done();
  });
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    await readRest(request.raw);
    answerFault(error, request, reply);
  });
  return app;
}
