import type { FastifyInstance, FastifyRequest } from 'fastify';

const FIELD = 'List-Unsubscribe';
const VALUE = 'One-Click';

/** Whether a header of a part says that it is the field. */
function namesField(header: string): boolean {
  const [kind = '', ...terms] = header.toLowerCase().split(/[:;]/);
  const names = terms.map((term) => term.trim().replaceAll('"', ''));
  return kind === 'content-disposition' && names.includes(`name=${FIELD.toLowerCase()}`);
}

/**
 * Whether a multipart body has the field with its value: a line of it after an empty one that ends the headers of its
 * part. Each line is checked once: a single regular expression over a stranger's body could take minutes.
 */
function holdsField(body: string): boolean {
  let isNamed = false;
  let wasEmpty = false;
  for (const line of body.split(/\r?\n/)) {
    if (wasEmpty && isNamed && line === VALUE) return true;
    if (line.startsWith('--')) isNamed = false;
    else if (line !== '' && !wasEmpty) isNamed ||= namesField(line);
    wasEmpty = line === '';
  }
  return false;
}

const oneClicks = new WeakSet<FastifyRequest>();

/** Whether a mail program sends this for its reader (RFC 8058); only its token identifies the person. */
export const isOneClick = (request: FastifyRequest): boolean => oneClicks.has(request);

/** Accepts the one form of RFC 8058, in either of its two encodings, besides JSON. The call refuses any other form. */
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
  scope.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, read(holdsField));
}
