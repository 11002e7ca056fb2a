import { AppError, type Uuid, uuidv7 } from '@klieg/kernel';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { Offered, PublishedAs, RecordingShop, WantedOffer } from '../broadcast/index.ts';
import type { ConsentsFeature } from '../consents/index.ts';
import type { Account } from '../identity/index.ts';
import { cleanLines } from '../people/index.ts';
import type { ItemStore } from './item-store.ts';
import { blobOf, blobsOf } from './media-files.ts';
import { slugOf } from './media-rules.ts';
import type { MediaStore } from './media-store.ts';
import type { UploadStore } from './upload-store.ts';
import type { VideoStore } from './video-store.ts';

const VIDEO = 2;

const fileNameOf = (startedAt: Date, nth: number): string =>
  `broadcast-${startedAt.toISOString().slice(0, 16).replaceAll(':', '-')}-${nth + 1}.mp4`;

/**
 * Turns recordings of broadcasts into videos of the library. The file is not read for that: the storage gives it a
 * second name, so that either name can be removed independently, and no counter of ours can be wrong. A folder has one
 * file with two names, a bucket copies it itself.
 */
export function makePublishRecordings(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly media: MediaStore;
  readonly items: Pick<ItemStore, 'withhold'>;
  readonly videos: VideoStore;
  readonly uploads: Pick<UploadStore, 'noteLoose' | 'forgetLoose'>;
  /** Without withheld files. */
  readonly blobs: Pick<BlobStore, 'copy'>;
  readonly coPerformers: Pick<ConsentsFeature['coPerformers'], 'check' | 'listNamed'>;
  readonly refuseText: (text: string) => boolean;
  /** Something waits to be prepared. */
  readonly onWaiting: () => void;
  readonly now: () => number;
}): RecordingShop {
  const { media, videos, uploads } = deps;

  /** @throws common.invalid_input, compliance.text_refused */
  const cleanOffer = (wanted: WantedOffer): WantedOffer => {
    const name = cleanLines(wanted.name).replaceAll('\n', ' ').trim();
    if (name === '') throw new AppError('common.invalid_input');
    if ([name, ...wanted.tags].some(deps.refuseText)) throw new AppError('compliance.text_refused');
    return { ...wanted, name };
  };

  /** Second names for all files. @throws common.not_found where one has been deleted meanwhile */
  const copyFiles = async ({ files }: Offered) => {
    const copies = files.map((file) => ({ ...file, fileId: uuidv7(deps.now()) }));
    const blobs = copies.map(({ fileId }) => blobOf({ fileId, typeId: VIDEO }, 'whole'));
    await uploads.noteLoose(blobs, new Date(deps.now()));
    for (const [at, { videoBlob }] of copies.entries())
      if (!(await deps.blobs.copy(videoBlob, blobs[at]!))) throw new AppError('common.not_found');
    return { copies, blobs };
  };

  const add = (
    owner: Account,
    offered: Offered,
    wanted: WantedOffer,
    made: Awaited<ReturnType<typeof copyFiles>>,
  ) =>
    deps.database.kysely.transaction().execute(async (within) => {
      await offered.lock(within);
      const [known] = await videos.listPublished(
        offered.files.map(({ id }) => id),
        within,
      );
      if (known) return known.id;
      const [at, modelId] = [new Date(deps.now()), owner.id];
      const mediaId = await media.add(within, {
        ...wanted,
        modelId,
        typeId: VIDEO,
        description: '',
        isFreeNoAuth: false,
        coverItem: null,
        coverSafe: false,
        reviewId: uuidv7(at.getTime()),
        submittedAt: at,
      });
      for (const [nth, { fileId, id, sizeBytes, startedAt }] of made.copies.entries()) {
        const fileName = fileNameOf(startedAt, nth);
        const file = { fileId, modelId, mediaId, place: nth + 1, recordingId: id, sizeBytes, fileName, at };
        await videos.addRecorded(within, file);
      }
      await uploads.forgetLoose(made.blobs, within);
      const consents = await deps.coPerformers.listNamed(within, offered.broadcastId);
      await deps.coPerformers.check(within, modelId, consents);
      await media.setConsents(within, mediaId, consents);
      return mediaId;
    });

  return {
    async publish(owner, offered, wanted) {
      const clean = cleanOffer(wanted);
      const [known] = await videos.listPublished(offered.files.map(({ id }) => id));
      if (known) return known.id;
      const mediaId = await add(owner, offered, clean, await copyFiles(offered));
      deps.onWaiting();
      return mediaId;
    },
    async listOf(owner, recordingIds) {
      const published = await videos.listPublished(recordingIds);
      return new Map<Uuid, PublishedAs>(
        published.toReversed().map(({ recordingId, id, name, status, rejectReason, isPreparing }) => [
          recordingId,
          {
            mediaId: id,
            status: status === 'review' && isPreparing ? 'encoding' : status,
            rejectReason,
            url: `/${owner.username}/media/${slugOf(name)}/${id}`,
          },
        ]),
      );
    },
    async withhold(within, recordingIds, isWithheld) {
      for (const file of await videos.listFilesOfRecordings(within, recordingIds))
        await deps.items.withhold(within, file, isWithheld);
    },
    async listBlobs(within, recordingIds) {
      const files = await videos.listFilesOfRecordings(within, recordingIds);
      return files.flatMap((fileId) => blobsOf({ fileId, typeId: VIDEO }));
    },
  };
}
