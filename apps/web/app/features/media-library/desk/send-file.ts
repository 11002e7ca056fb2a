import { CallError } from '@klieg/contract/client';
import type { lateApi } from '#app/shared/api/late-client.ts';
import { type BegunUpload, dropBegun, findBegun, keepBegun } from './begun-uploads.ts';
import { fileSum, partSum } from './file-sums.ts';

type UploadCalls = Pick<typeof lateApi, 'beginUpload' | 'sendUploadPart' | 'finishUpload'>;

export interface SendFile {
  readonly file: Blob;
  readonly name: string;
  readonly typeId: 1 | 2;
  readonly signal: AbortSignal;
  readonly onRead: (doneBytes: number) => void;
  readonly onSent: (sentBytes: number) => void;
}

export interface SentFile {
  readonly id: number;
  readonly state: 'encoding' | 'ready' | 'failed';
}

/** Bytes of the parts that are there. */
export const sentBytes = (sizeBytes: number, { partSize, parts }: BegunUpload): number =>
  parts.reduce((sum, part) => sum + Math.min(partSize, sizeBytes - (part - 1) * partSize), 0);

const isGone = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'media_library.upload_gone';

/** Sends the parts that are missing, one after another, and says that it is all. */
async function sendParts(calls: UploadCalls, wish: SendFile, begun: BegunUpload): Promise<SentFile> {
  const { file, signal, onSent } = wish;
  let now = begun;
  onSent(sentBytes(file.size, now));
  const last = Math.ceil(file.size / begun.partSize);
  for (let part = 1; part <= last; part++) {
    if (now.parts.includes(part)) continue;
    const content = file.slice((part - 1) * begun.partSize, part * begun.partSize);
    const md5 = await partSum(content, signal);
    signal.throwIfAborted();
    await calls.sendUploadPart({
      params: { upload_id: begun.uploadId, part: String(part) },
      bytes: { content, md5 },
      signal,
    });
    now = { ...now, parts: [...now.parts, part] };
    keepBegun(now, Date.now());
    onSent(sentBytes(file.size, now));
  }
  const { item } = await calls.finishUpload({ params: { upload_id: begun.uploadId }, body: {}, signal });
  dropBegun(begun.sha256, Date.now());
  return item;
}

/**
 * Sends a file in parts. One begun in this browser continues with the missing parts; one that the site has dropped
 * meanwhile starts over, once.
 * @throws CallError of the site's answer, and the reason of `signal` when aborted
 */
export async function sendFile(calls: UploadCalls, wish: SendFile): Promise<SentFile> {
  const { file, name, typeId, signal, onRead } = wish;
  const sha256 = await fileSum(file, signal, onRead);
  const begin = async (): Promise<BegunUpload> => {
    const answer = await calls.beginUpload({
      body: { type_id: typeId, file_name: name, size_bytes: file.size, sha256 },
      signal,
    });
    const begun = {
      sha256,
      uploadId: answer.upload_id,
      partSize: answer.part_size,
      expiresAt: answer.expires_at,
      parts: [],
    };
    keepBegun(begun, Date.now());
    return begun;
  };
  const known = findBegun(sha256, Date.now());
  try {
    return await sendParts(calls, wish, known ?? (await begin()));
  } catch (error) {
    if (!isGone(error)) throw error;
    dropBegun(sha256, Date.now());
    if (!known) throw error;
    return sendParts(calls, wish, await begin());
  }
}
