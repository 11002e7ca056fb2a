import fastifyMultipart, { type MultipartValue } from '@fastify/multipart';
import type { CallSpec, Upload } from '@klieg/contract';
import { AppError, uuidv7 } from '@klieg/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BlobStore } from '../blobs/index.ts';

/** What a form adds to its file: boundaries and part headers. */
const ENVELOPE_BYTES = 16 * 1024;
/** The library's codes for oversized forms. */
const REFUSALS: Readonly<Record<string, string>> = {
  FST_FILES_LIMIT: 'common.file_count',
  FST_PARTS_LIMIT: 'common.file_count',
};

export const fieldFault = (path: string, reason: string, message: string, cause?: unknown): AppError =>
  new AppError('common.invalid_input', { params: { fields: [{ path, reason, message }] }, cause });

/** The refusal of a form that could not be read; faults of our own place of files stay what they are. */
function refusalOf(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error) || 'syscall' in error) return error;
  const code = 'code' in error ? REFUSALS[String(error.code)] : undefined;
  return code ? new AppError(code) : fieldFault('file', 'type', 'This is not a form', error);
}

/** Lets a scope accept forms; calls without a file are outside of it and pay nothing. */
export async function takeForms(scope: FastifyInstance): Promise<void> {
  scope.removeContentTypeParser('multipart/form-data');
  await scope.register(fastifyMultipart);
}

/** A received file, and how to release it. */
export interface Received {
  readonly upload: Upload;
  /** The other form fields, as received. */
  readonly fields: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}

/** A form field that the call knows and that was sent once. */
function readField(
  { fieldname, value, valueTruncated }: MultipartValue,
  known: readonly string[],
  fields: Record<string, string>,
): void {
  if (fieldname === 'file') throw new AppError('common.file_count');
  if (!known.includes(fieldname)) throw fieldFault(fieldname, 'unknown', 'This field is not known');
  if (fieldname in fields) throw fieldFault(fieldname, 'duplicate', 'This field stands there twice');
  if (valueTruncated) throw fieldFault(fieldname, 'too_long', 'This is too long');
  fields[fieldname] = String(value);
}

/**
 * Writes the one file of a form to `incoming` while it comes; nothing holds it whole.
 * @throws common.too_large, common.unsupported_media_type, common.invalid_input, common.file_count
 */
export async function receiveUpload(
  request: FastifyRequest,
  incoming: BlobStore,
  form: NonNullable<CallSpec['form']>,
): Promise<Received> {
  const { fileBytesMax } = form;
  const known = Object.keys(form.fields?.shape ?? {});
  if (!request.isMultipart()) throw new AppError('common.unsupported_media_type');
  if (Number(request.headers['content-length'] ?? 0) > fileBytesMax + ENVELOPE_BYTES)
    throw new AppError('common.too_large');
  const name = uuidv7();
  let sizeBytes = 0;
  const fields: Record<string, string> = {};
  try {
    const beside = known.length;
    const limits = {
      fileSize: fileBytesMax,
      files: 1,
      fields: 1 + beside,
      parts: 2 + beside,
      fieldSize: 1_024,
    };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        readField(part, known, fields);
        continue;
      }
      if (part.fieldname !== 'file') throw fieldFault(part.fieldname, 'unknown', 'This field is not known');
      const { file } = part;
      // The library would say so at the end of the form, which a sender may never let come.
      file.once('limit', () => file.destroy(new AppError('common.too_large')));
      sizeBytes = await incoming.put(name, file);
    }
    if (sizeBytes === 0) throw new AppError('common.file_count');
  } catch (error) {
    await incoming.remove(name);
    throw refusalOf(error);
  }
  return {
    upload: { sizeBytes, read: () => incoming.read(name) },
    fields,
    drop: () => incoming.remove(name),
  };
}
