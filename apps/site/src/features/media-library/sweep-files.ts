import { DAY_MS } from '@klieg/kernel/time';
import type { BlobRegister, BlobStore } from '../../platform/blobs/index.ts';
import type { ItemStore } from './item-store.ts';
import type { UploadStore } from './upload-store.ts';
import type { VideoStore } from './video-store.ts';

const BATCH = 200;
/** A file that is written just now is not named yet. */
const LOOSE_MS = DAY_MS;
/** Uploads unused in any media are deleted after this. */
const FREE_MS = 30 * DAY_MS;

/** Deletes expired uploads, files in no media, and bytes that nothing refers to. */
export const makeSweepFiles =
  (deps: {
    readonly uploads: UploadStore;
    readonly videos: Pick<VideoStore, 'noteMissing'>;
    readonly items: ItemStore;
    readonly blobs: Pick<BlobStore, 'remove'>;
    readonly register: Pick<BlobRegister, 'forget'>;
    readonly now: () => number;
  }) =>
  async (): Promise<void> => {
    const { uploads, items } = deps;
    const now = deps.now();
    await uploads.dropOld(new Date(now), BATCH);
    await items.dropFree(new Date(now - FREE_MS), BATCH);
    await deps.videos.noteMissing(BATCH);
    const loose = await uploads.listLoose(new Date(now - LOOSE_MS), BATCH);
    for (const blob of loose) {
      await deps.blobs.remove(blob);
      await deps.register.forget(blob);
    }
    await uploads.forgetLoose(loose);
  };
