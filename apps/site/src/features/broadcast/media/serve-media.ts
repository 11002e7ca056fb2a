import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Everything below /live belongs to the media processes; nothing here reads a body. */
export const serveMedia =
  (forward: (request: IncomingMessage, response: ServerResponse) => void) =>
  (app: FastifyInstance): void => {
    app.route({
      method: ['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS'],
      url: '/live/*',
      preParsing: (request, reply) => {
        reply.hijack();
        forward(request.raw, reply.raw);
      },
      handler: () => undefined,
    });
  };
