import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { CallSpec } from '@klieg/contract';
import { AppError, uuidv7 } from '@klieg/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BlobStore } from '../blobs/index.ts';
import { fieldFault, type Received } from './receive-upload.ts';

/** Base64 of the sixteen bytes of an MD5. */
const MD5 = /^[A-Za-z0-9+/]{22}==$/;

/** Lets a scope accept bytes; none are read before it is known that the caller may send some. */
export function takeBytes(scope: FastifyInstance): Promise<void> {
  scope.addContentTypeParser('application/octet-stream', (_request, _payload, parsed) => parsed(null));
  return Promise.resolve();
}

/**
 * Writes a body of bytes to `incoming` while it comes, and holds it against the sum that its sender has named.
 * @throws common.too_large, common.unsupported_media_type, common.invalid_input
 */
export async function receiveBytes(
  request: FastifyRequest,
  incoming: BlobStore,
  { bytesMax }: NonNullable<CallSpec['bytes']>,
): Promise<Received> {
  if (request.headers['content-type'] !== 'application/octet-stream')
    throw new AppError('common.unsupported_media_type');
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw new AppError('common.too_large');
  const wanted = request.headers['content-md5'];
  if (typeof wanted !== 'string' || !MD5.test(wanted))
    throw fieldFault('Content-MD5', 'pattern', 'The sum of the bytes is missing');
  const sum = createHash('md5');
  let sizeBytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      if (sizeBytes > bytesMax) return done(new AppError('common.too_large'));
      sum.update(chunk);
      done(null, chunk);
    },
  });
  const name = uuidv7();
  request.raw.once('error', (error) => counted.destroy(error));
  request.raw.once('close', () => request.raw.complete || counted.destroy(new Error('the sender has gone')));
  try {
    await incoming.put(name, request.raw.pipe(counted));
    if (sizeBytes === 0 || sum.digest('base64') !== wanted)
      throw fieldFault('Content-MD5', 'pattern', 'The bytes are not those of this sum');
  } catch (error) {
    await incoming.remove(name);
    throw error;
  }
  return {
    upload: { sizeBytes, read: () => incoming.read(name) },
    fields: {},
    drop: () => incoming.remove(name),
  };
}
