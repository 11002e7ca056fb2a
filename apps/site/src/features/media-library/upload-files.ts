import { createHash } from 'node:crypto';
import type { Upload } from '@klieg/contract';
import { PICTURE_BYTES_MAX, UPLOAD_PART_BYTES } from '@klieg/contract/features/media-library/limits';
import { type AccountId, AppError, type Uuid, uuidv7 } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { Account } from '../identity/index.ts';
import type { KeptPart, KeptUpload, UploadStore } from './upload-store.ts';

/** Bytes that a performer may have in all. */
const QUOTA_BYTES = 200 * 2 ** 30;
/** Files on their way at once. */
const OPEN_MAX = 20;
const VIDEO_NAME = /\.(?:mp4|m4v|mov)$/iu;

const refused = (reason: string): AppError =>
  new AppError('media_library.file_refused', { params: { reason } });

/** Bytes that a part has to have; undefined: the file has no such part. */
export function partBytes(sizeBytes: number, part: number): number | undefined {
  const before = (part - 1) * UPLOAD_PART_BYTES;
  return before < sizeBytes ? Math.min(UPLOAD_PART_BYTES, sizeBytes - before) : undefined;
}

/** Whether all of a file is there. */
export function isWhole(sizeBytes: number, parts: readonly Pick<KeptPart, 'part' | 'sizeBytes'>[]): boolean {
  const isInOrder = parts.every(
    (one, at) => one.part === at + 1 && one.sizeBytes === partBytes(sizeBytes, one.part),
  );
  return isInOrder && parts.reduce((sum, one) => sum + one.sizeBytes, 0) === sizeBytes;
}

/** The file made of these parts. */
export async function* joinParts(
  blobs: Pick<BlobStore, 'read'>,
  parts: readonly Pick<KeptPart, 'blob'>[],
): AsyncGenerator<Uint8Array> {
  for (const { blob } of parts) yield* blobs.read(blob) as AsyncIterable<Uint8Array>;
}

/** Takes files in parts: a part that comes again takes the place of the first, the whole is held against its sum. */
export function makeUploadFiles(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly uploads: UploadStore;
  readonly blobs: BlobStore;
  /** Something waits to be prepared. */
  readonly onWaiting: () => void;
  readonly now: () => number;
}) {
  const { uploads, blobs } = deps;
  const transact = deps.database.kysely;

  /** @throws media_library.upload_gone */
  const requireOpen = (upload: KeptUpload | undefined, modelId: AccountId): KeptUpload => {
    const isOpen = upload?.modelId === modelId && upload.expiresAt.getTime() > deps.now();
    if (!isOpen) throw new AppError('media_library.upload_gone');
    return upload;
  };

  return {
    /** @throws media_library.file_refused, media_library.quota */
    async begin(
      { id: modelId }: Account,
      file: Pick<KeptUpload, 'typeId' | 'fileName' | 'sizeBytes' | 'sha256'>,
    ): Promise<Pick<KeptUpload, 'id' | 'expiresAt'>> {
      if (file.typeId === 1 && file.sizeBytes > PICTURE_BYTES_MAX) throw refused('size');
      if (file.typeId === 2 && !VIDEO_NAME.test(file.fileName)) throw refused('format');
      const now = deps.now();
      const upload = { ...file, id: uuidv7(now), modelId, expiresAt: new Date(now + DAY_MS) };
      await transact.transaction().execute(async (within) => {
        const { bytes, open } = await uploads.usageOf(within, modelId, new Date(now));
        if (open >= OPEN_MAX || bytes + file.sizeBytes > QUOTA_BYTES)
          throw new AppError('media_library.quota');
        await uploads.add(within, upload);
      });
      return upload;
    },
    /** @returns bytes of all stored parts. @throws media_library.upload_gone, media_library.file_refused */
    async keepPart({ id: modelId }: Account, id: Uuid, part: number, file: Upload): Promise<number> {
      const known = requireOpen(await uploads.find(id), modelId);
      if (file.sizeBytes !== partBytes(known.sizeBytes, part)) throw refused('size');
      const at = new Date(deps.now());
      const blob = `media-uploads/${id}/${part}-${uuidv7()}`;
      await uploads.noteLoose([blob], at);
      await blobs.put(blob, file.read());
      return transact.transaction().execute(async (within) => {
        const upload = requireOpen(await uploads.lock(within, id), modelId);
        // It was finished meanwhile: what is stored counts.
        if (upload.itemId !== null) throw new AppError('media_library.upload_gone');
        await uploads.forgetLoose([blob], within);
        return uploads.keepPart(within, id, { part, sizeBytes: file.sizeBytes, blob }, at);
      });
    },
    /** A repeat answers the same item. @throws media_library.upload_gone, media_library.file_refused */
    async finish({ id: modelId }: Account, id: Uuid): Promise<number> {
      const known = requireOpen(await uploads.find(id), modelId);
      if (known.itemId !== null) return known.itemId;
      const parts = await uploads.listParts(id);
      if (!isWhole(known.sizeBytes, parts)) throw refused('incomplete');
      const sum = createHash('sha256');
      for await (const chunk of joinParts(blobs, parts)) sum.update(chunk);
      if (sum.digest('hex') !== known.sha256) throw refused('checksum');
      const itemId = await transact.transaction().execute(async (within) => {
        const upload = requireOpen(await uploads.lock(within, id), modelId);
        if (upload.itemId !== null) return upload.itemId;
        const now = await uploads.listParts(id, within);
        // A part was sent again since its bytes were counted.
        if (now.some(({ blob }, at) => blob !== parts[at]?.blob)) throw refused('checksum');
        return uploads.complete(within, upload, uuidv7(deps.now()), new Date(deps.now()));
      });
      deps.onWaiting();
      return itemId;
    },
  };
}
