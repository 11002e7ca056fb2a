import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/*
 * What an S3 service does with the calls of the store, on loopback and in memory: written from the public
 * description of the protocol, with signatures checked by code of its own. BLOB_TEST_URL runs the same tests
 * against a real service.
 */

export interface TestS3 {
  readonly url: string;
  /** Uploads in parts that were begun and neither ended nor given up. */
  readonly openUploads: () => number;
  /** Answers this many following requests with 500. */
  fail(count: number): void;
  close(): void;
}

const KEY = 'test-key';
const SECRET = 'test/secret+with=signs';
const REGION = 'eu-test-1';

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function isSigned(request: IncomingMessage): boolean {
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  const [key, ...scope] = credential.split('/');
  const [date = '', region = '', service = ''] = scope;
  if (key !== KEY || region !== REGION || !names.split(';').includes('host')) return false;
  const [path = '', query = ''] = request.url!.split('?');
  const canonical = [
    request.method,
    path,
    query.split('&').toSorted().join('&'),
    ...names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    names,
    request.headers['x-amz-content-sha256'],
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope.join('/'), sha256(canonical)].join(
    '\n',
  );
  const signing = hmac(hmac(hmac(hmac(`AWS4${SECRET}`, date), region), service), 'aws4_request');
  return hmac(signing, text).toString('hex') === signature;
}

/** Small, so that a list of few files has several pages. */
const LIST_MAX = 3;

/** A page of the list of files; its token is the last name, as nobody may count on. */
function listPage(names: readonly string[], query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? '';
  const found = names
    .filter((name) => name.startsWith(query.get('prefix') ?? '') && `${name}&` > after)
    .toSorted();
  const page = found.slice(0, LIST_MAX);
  const token = found.length > LIST_MAX ? `${page.at(-1)}&amp;` : '';
  const keys = page.map((name) => `<Contents><Key>${name}</Key><Size>1</Size></Contents>`).join('');
  return `<ListBucketResult>${keys}${token && `<NextContinuationToken>${token}</NextContinuationToken>`}</ListBucketResult>`;
}

function answerFile(request: IncomingMessage, response: ServerResponse, file: Buffer): void {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const start = from === '' ? (to === '' ? 0 : Math.max(0, file.length - Number(to))) : Number(from);
  const end = from === '' || to === '' ? file.length - 1 : Math.min(Number(to), file.length - 1);
  const isPart = from !== '' || to !== '';
  if (isPart && (start > end || start >= file.length)) return void response.writeHead(416).end();
  const part = file.subarray(start, end + 1);
  response.writeHead(isPart ? 206 : 200, {
    'accept-ranges': 'bytes',
    'content-length': part.length,
    ...(isPart && { 'content-range': `bytes ${start}-${end}/${file.length}` }),
  });
  response.end(request.method === 'HEAD' ? undefined : part);
}

/** What a copy asks for of a file; undefined where it is not there. */
function copiedPart(request: IncomingMessage, file: Buffer | undefined): Buffer | undefined {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(String(request.headers['x-amz-copy-source-range'])) ?? [];
  return from === undefined ? file : file?.subarray(Number(from), Number(to) + 1);
}

/** Starts a service with one bucket. */
export async function startTestS3(): Promise<TestS3> {
  const files = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  let failures = 0;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url!, 'http://s3');
    const name = url.pathname;
    const upload = uploads.get(url.searchParams.get('uploadId') ?? '');
    const body = await buffer(request);
    const say = (status: number, text = '', headers = {}) =>
      void response.writeHead(status, headers).end(text);
    if (failures > 0 && failures--) return say(500, '<Error><Code>InternalError</Code></Error>');
    if (!isSigned(request)) return say(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>');
    if (name === '/klieg' && url.searchParams.get('list-type') === '2')
      return say(
        200,
        listPage(
          [...files.keys()].map((path) => path.slice('/klieg/'.length)),
          url.searchParams,
        ),
      );
    if (!name.startsWith('/klieg/')) return say(404, '<Error><Code>NoSuchBucket</Code></Error>');
    const etag = `"${createHash('md5').update(body).digest('hex')}"`;
    switch (request.method) {
      case 'PUT': {
        const source = request.headers['x-amz-copy-source'];
        const copied = source === undefined ? body : copiedPart(request, files.get(String(source)));
        if (!copied) return say(404, '<Error><Code>NoSuchKey</Code></Error>');
        if (url.searchParams.has('uploadId')) upload!.set(Number(url.searchParams.get('partNumber')), copied);
        else files.set(name, copied);
        if (source === undefined) return say(200, '', { etag });
        const md5 = createHash('md5').update(copied).digest('hex');
        return say(200, `<CopyObjectResult><ETag>&quot;${md5}&quot;</ETag></CopyObjectResult>`);
      }
      case 'POST': {
        if (url.searchParams.has('uploads')) {
          const id = randomUUID();
          uploads.set(id, new Map());
          return say(
            200,
            `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
          );
        }
        const wanted = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>("[0-9a-f]+")</g)];
        const parts = wanted.map(([, at]) => upload!.get(Number(at))!);
        const isRight =
          parts.length === upload!.size && parts.slice(0, -1).every((part) => part.length >= 5 * 2 ** 20);
        if (!isRight) return say(200, '<Error><Code>EntityTooSmall</Code></Error>');
        files.set(name, Buffer.concat(parts));
        uploads.delete(url.searchParams.get('uploadId')!);
        return say(
          200,
          `<CompleteMultipartUploadResult><ETag>${etag}</ETag></CompleteMultipartUploadResult>`,
        );
      }
      case 'DELETE':
        if (upload) uploads.delete(url.searchParams.get('uploadId')!);
        else files.delete(name);
        return say(204);
      default: {
        const file = files.get(name);
        return file ? answerFile(request, response, file) : say(404, '<Error><Code>NoSuchKey</Code></Error>');
      }
    }
  };

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `s3://${KEY}:${encodeURIComponent(SECRET)}@127.0.0.1:${port}/klieg/site?region=${REGION}&tls=0`,
    openUploads: () => uploads.size,
    fail: (count) => (failures = count),
    close: () => void server.close(),
  };
}
