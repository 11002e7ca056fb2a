import { AppError } from '@klieg/kernel';
import type { FastifyRequest } from 'fastify';

/** What a form adds to its file: boundaries and part headers. */
const ENVELOPE_BYTES = 16 * 1024;

async function readBody(request: FastifyRequest, bytesMax: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw new AppError('common.too_large');
  const chunks: Buffer[] = [];
  let size = 0;
  // A sender who is refused in the middle still gets the answer: the stream stays open.
  for await (const chunk of request.raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bytesMax) throw new AppError('common.too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function parseForm(request: FastifyRequest, body: Buffer): Promise<FormData> {
  const type = request.headers['content-type'] ?? '';
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  } catch (cause) {
    throw new AppError('common.invalid_input', {
      params: { fields: [{ path: 'file', reason: 'type', message: 'This is not a form' }] },
      cause,
    });
  }
}

/**
 * The one file of a form.
 * @throws common.too_large, common.unsupported_media_type, common.invalid_input, common.file_count
 */
export async function readUpload(request: FastifyRequest, fileBytesMax: number): Promise<Uint8Array> {
  if (!/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? ''))
    throw new AppError('common.unsupported_media_type');
  const form = await parseForm(request, await readBody(request, fileBytesMax + ENVELOPE_BYTES));
  const unknown = [...form.keys()].find((key) => key !== 'file');
  if (unknown !== undefined)
    throw new AppError('common.invalid_input', {
      params: { fields: [{ path: unknown, reason: 'unknown', message: 'This field is not known' }] },
    });
  const [file, ...others] = form.getAll('file');
  if (others.length > 0 || !(file instanceof File) || file.size === 0)
    throw new AppError('common.file_count');
  if (file.size > fileBytesMax) throw new AppError('common.too_large');
  return new Uint8Array(await file.arrayBuffer());
}
