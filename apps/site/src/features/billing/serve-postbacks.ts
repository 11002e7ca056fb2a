import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** POST /api/v1/postback/{biller}: posts of billers, with the raw body and the biller's own words, no cookie. */
export const servePostbacks =
  (
    receive: (
      biller: string,
      body: string,
      headers: IncomingMessage['headers'],
    ) => Promise<string | undefined>,
  ) =>
  (app: FastifyInstance): void => {
    void app.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body));
      scope.post<{ Params: { biller: string } }>('/api/v1/postback/:biller', async (request, reply) => {
        const body = typeof request.body === 'string' ? request.body : '';
        const acknowledgement = await receive(request.params.biller, body, request.headers);
        if (acknowledgement === undefined) return reply.status(403).send();
        return reply.type('text/plain').send(acknowledgement);
      });
      done();
    });
  };
