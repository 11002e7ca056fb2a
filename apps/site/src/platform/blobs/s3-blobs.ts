import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, randomToken } from '@klieg/kernel';
import { AwsClient } from 'aws4fetch';
import { type BlobStore, checkedName, isName } from './blob-store.ts';

/** Location of the files, and credentials for it. */
export interface S3Place {
  /** Address of the service without a path, such as https://s3.eu-central-1.amazonaws.com. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Put in front of every name; empty or ending with a slash. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Size of a part held in memory while it is sent; 10,000 of them are 80 GiB, four times the longest recording. */
export const PART_BYTES = 8 * 2 ** 20;
/** Part size when the service copies a file itself; it allows five times as much, but may take its time for each. */
export const COPY_BYTES = 2 ** 30;
const REQUEST_MS = 60_000;
const RETRIES = 3;
/** Services differ in how they treat other units and several ranges; the whole file is always a correct answer. */
const ONE_RANGE = /^bytes=\d*-\d*$/;
/** Headers passed on to the reader of a part. */
const TOLD = ['accept-ranges', 'content-length', 'content-range'] as const;

/** Cuts a stream into parts of `bytes`, the last one shorter; an empty stream is one empty part. */
async function* partsOf(content: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let size = 0;
  let count = 0;
  for await (let chunk of content) {
    while (size + chunk.length >= bytes) {
      yield Buffer.concat([...held, chunk.subarray(0, bytes - size)]);
      count += 1;
      chunk = chunk.subarray(bytes - size);
      [held, size] = [[], 0];
    }
    held.push(chunk);
    size += chunk.length;
  }
  if (size > 0 || count === 0) yield Buffer.concat(held);
}

/** Text of an element of the service's answer. */
const elementOf = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const textOf = (xml: string): string =>
  xml.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/** Names below the prefix of a place, a page of the service's list after the other. */
async function* listBucket(
  { endpoint, bucket, prefix }: S3Place,
  read: (url: string) => Promise<string>,
): AsyncGenerator<string> {
  for (let next = ''; ;) {
    const query = new URLSearchParams({
      'list-type': '2',
      prefix,
      ...(next && { 'continuation-token': next }),
    });
    const page = await read(`${endpoint}/${bucket}?${query}`);
    for (const [, key = ''] of page.matchAll(/<Key>([^<]*)<\/Key>/g)) {
      const name = textOf(key).slice(prefix.length);
      if (isName(name)) yield name;
    }
    next = textOf(elementOf(page, 'NextContinuationToken') ?? '');
    if (next === '') return;
  }
}

/**
 * Files in a bucket of an S3 service, by path-style addresses. Large ones go up in parts, and appear when
 * the last one is there.
 * @throws common.unavailable when the service does not answer as it should
 */
export function makeS3Blobs(place: S3Place, copyBytes = COPY_BYTES): BlobStore {
  const { accessKeyId, secretAccessKey, region } = place;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
  const addressOf = (name: string): string =>
    `${place.endpoint}/${place.bucket}/${place.prefix}${checkedName(name)}`;

  const ask = async (url: string, init: RequestInit, fine: readonly number[]): Promise<Response> => {
    let response: Response;
    try {
      response = await client.fetch(url, { signal: AbortSignal.timeout(REQUEST_MS), ...init });
    } catch (cause) {
      throw new AppError('common.unavailable', { internal: 'files cannot be reached', cause });
    }
    if (fine.includes(response.status)) return response;
    const said = elementOf(await response.text(), 'Code') ?? '';
    throw new AppError('common.unavailable', {
      internal: `the place of files said ${response.status} ${said} to ${init.method}`,
    });
  };

  /** A file in several parts, invisible until the last one. `send` sends them in sequence. */
  const inParts = async (
    url: string,
    send: (putPart: (init: RequestInit) => Promise<Response>, note: (etag: string) => void) => Promise<void>,
  ): Promise<void> => {
    const begun = await ask(`${url}?uploads=`, { method: 'POST' }, [200]);
    const upload = encodeURIComponent(elementOf(await begun.text(), 'UploadId') ?? '');
    try {
      const etags: string[] = [];
      await send(
        (init) =>
          ask(`${url}?partNumber=${etags.length + 1}&uploadId=${upload}`, { ...init, method: 'PUT' }, [200]),
        (etag) => void etags.push(etag),
      );
      const list = etags.map(
        (etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
      );
      const body = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`;
      const ended = await ask(`${url}?uploadId=${upload}`, { method: 'POST', body }, [200]);
      // The service begins this answer before it knows whether the parts fit.
      if (elementOf(await ended.text(), 'ETag') === undefined)
        throw new AppError('common.unavailable', { internal: 'the parts of a file did not fit' });
    } catch (error) {
      await ask(`${url}?uploadId=${upload}`, { method: 'DELETE' }, [204]).catch(() => undefined);
      throw error;
    }
  };

  const putInParts = async (url: string, first: Buffer, rest: AsyncGenerator<Buffer>): Promise<number> => {
    let size = 0;
    await inParts(url, async (putPart, note) => {
      const put = async (body: Buffer) => {
        const sent = await putPart({ body: new Uint8Array(body) });
        note(sent.headers.get('etag') ?? '');
        size += body.length;
      };
      await put(first);
      for await (const part of rest) await put(part);
    });
    return size;
  };

  const sourceOf = (name: string) => ({
    'x-amz-copy-source': `/${place.bucket}/${place.prefix}${checkedName(name)}`,
  });

  /**
   * The service's result of a copy; its answer may begin with 200 before it knows whether it succeeds. @throws
   * common.unavailable
   */
  const readCopied = async (response: Response): Promise<string> => {
    const etag = elementOf(await response.text(), 'ETag');
    if (etag === undefined) throw new AppError('common.unavailable', { internal: 'a file was not copied' });
    return textOf(etag);
  };

  const copyInParts = (from: string, to: string, size: number): Promise<void> =>
    inParts(addressOf(to), async (putPart, note) => {
      for (let at = 0; at < size; at += copyBytes) {
        const range = `bytes=${at}-${Math.min(at + copyBytes, size) - 1}`;
        note(
          await readCopied(
            await putPart({ headers: { ...sourceOf(from), 'x-amz-copy-source-range': range } }),
          ),
        );
      }
    });

  return {
    async put(name, content) {
      const url = addressOf(name);
      const parts = partsOf(content, PART_BYTES);
      const first = (await parts.next()).value as Buffer;
      if (first.length === PART_BYTES) return putInParts(url, first, parts);
      await ask(url, { method: 'PUT', body: new Uint8Array(first) }, [200]);
      return first.length;
    },
    async sizeOf(name) {
      const response = await ask(addressOf(name), { method: 'HEAD' }, [200, 404]);
      return response.status === 404 ? undefined : Number(response.headers.get('content-length'));
    },
    read(name) {
      const url = addressOf(name);
      async function* content() {
        // A long file takes its time; the reader decides when it has waited enough.
        const response = await ask(url, { method: 'GET', signal: null }, [200]);
        if (response.body) yield* response.body;
      }
      return Readable.from(content(), { objectMode: false });
    },
    async serve(name, { method, headers }) {
      const asked = {
        method: method === 'HEAD' ? 'HEAD' : 'GET',
        headers: ONE_RANGE.test(headers.range ?? '') ? { range: headers.range! } : {},
        signal: null,
      };
      const response = await ask(addressOf(name), asked, [200, 206, 404, 416]);
      if (response.status === 404) return undefined;
      const told = TOLD.flatMap((header) => {
        const value = response.headers.get(header);
        return value === null ? [] : [[header, value] as const];
      });
      if (response.status === 416) {
        await response.body?.cancel();
        const range = { 'content-range': `bytes */${await this.sizeOf(name)}` };
        return { status: 416, headers: range, content: undefined };
      }
      return {
        status: response.status,
        headers: Object.fromEntries(told),
        content: response.body ? Readable.from(response.body, { objectMode: false }) : undefined,
      };
    },
    async copy(from, to) {
      const size = await this.sizeOf(from);
      if (size === undefined) return false;
      if (size > copyBytes) await copyInParts(from, to, size);
      else {
        const copied = await ask(addressOf(to), { method: 'PUT', headers: sourceOf(from) }, [200, 404]);
        if (copied.status === 404) return false;
        await readCopied(copied);
      }
      return true;
    },
    async lend(name, folder, use) {
      const path = join(folder, `${randomToken(16)}-lent`);
      try {
        await pipeline(this.read(name), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
        return await use(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    list: () => listBucket(place, async (url) => (await ask(url, { method: 'GET' }, [200])).text()),
    async remove(name) {
      await ask(addressOf(name), { method: 'DELETE' }, [200, 204, 404]);
    },
  };
}
