import { Readable } from 'node:stream';
import type { Log } from '@klieg/kernel';
import { MINUTE_MS } from '@klieg/kernel/time';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { KeptItem } from './item-store.ts';
import { blobOf, segmentBlobs, sheetBlob } from './media-files.ts';
import type { StudyVideo } from './remake-video.ts';
import type { UploadStore } from './upload-store.ts';
import type { StudiedVideo } from './video-messages.ts';
import type { VideoStore } from './video-store.ts';

/** A node that has not finished by then is taken to be gone. */
const CLAIM_MS = 30 * MINUTE_MS;

type File = Pick<KeptItem, 'id' | 'fileId' | 'typeId'>;

/** Finds out of videos that we have written how they play in segments, and keeps the pictures along them. */
export function makeStudyVideos(deps: {
  readonly videos: Pick<VideoStore, 'claim' | 'release' | 'keepStudied'>;
  readonly uploads: Pick<UploadStore, 'noteLoose'>;
  readonly blobs: BlobStore;
  readonly studyVideo: StudyVideo;
  /** Where files lie that come from elsewhere. */
  readonly folder: string;
  readonly now: () => number;
  readonly log: Log;
}) {
  const { videos, blobs } = deps;
  const put = (name: string, bytes: Uint8Array) => blobs.put(name, Readable.from([Buffer.from(bytes)]));

  /** @throws VideoRefused */
  const study = async (file: File): Promise<StudiedVideo> => {
    const studied = await blobs.lend(blobOf(file, 'whole'), deps.folder, deps.studyVideo);
    const { timeline, segments } = studied;
    const at = new Date(deps.now());
    const sheets = timeline.sheets.map((sheet, nth) => [sheetBlob(file.fileId, nth), sheet] as const);
    const parts = segmentBlobs(file.fileId);
    const names = [...sheets.map(([name]) => name), parts.index, parts.heads];
    // Written before the row says that they are there.
    await deps.uploads.noteLoose(names, at);
    for (const [name, sheet] of sheets) await put(name, sheet);
    if (segments) {
      await put(parts.heads, segments.heads);
      await put(parts.index, Buffer.from(JSON.stringify(segments.index)));
    }
    await videos.keepStudied(file.id, { grid: timeline.grid, hasSegments: segments !== null }, names, at);
    return studied;
  };

  let running: Promise<void> | undefined;
  const studyAll = async (): Promise<void> => {
    for (;;) {
      const now = deps.now();
      const file = await videos.claim(new Date(now), new Date(now + CLAIM_MS));
      if (!file) return;
      await study(file).catch(async (error: unknown) => {
        // It plays as a file all the same.
        deps.log.warn({ err: error, item: file.id }, 'a video could not be looked through');
        await videos.release(file.id);
      });
    }
  };
  return {
    study,
    /** Ready ones not yet analysed: one at a time on each node. */
    look(): Promise<void> {
      running ??= studyAll().finally(() => (running = undefined));
      return running;
    },
  };
}
