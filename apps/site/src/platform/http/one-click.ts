import type { FastifyInstance, FastifyRequest } from 'fastify';

const FIELD = 'List-Unsubscribe';
const VALUE = 'One-Click';
const PART =
  /content-disposition:[^\r\n]*name="?List-Unsubscribe"?[^\r\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\nOne-Click\r?\n/i;

const oneClicks = new WeakSet<FastifyRequest>();

/** Whether it is what a mail program sends for its reader (RFC 8058), by which nobody is known but by its token. */
export const isOneClick = (request: FastifyRequest): boolean => oneClicks.has(request);

/** Takes the one form of RFC 8058, in either of its two encodings, beside JSON. Any other form is refused by the call. */
export function takeOneClicks(scope: FastifyInstance): void {
  const read = (isIt: (body: string) => boolean) =>
    function parse(
      request: FastifyRequest,
      body: string | Buffer,
      done: (error: null, body: unknown) => void,
    ) {
      if (!isIt(String(body))) return done(null, { form: 'unknown' });
      oneClicks.add(request);
      return done(null, { [FIELD]: VALUE });
    };
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    read((body) => body.trim() === `${FIELD}=${VALUE}`),
  );
  scope.removeContentTypeParser('multipart/form-data');
  scope.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'string' },
    read((body) => PART.test(body)),
  );
}
