import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { AppError, type Log } from '@klieg/kernel';
import { MINUTE_MS } from '@klieg/kernel/time';
import type { BlobRegister, BlobStore } from '../../platform/blobs/index.ts';
import type { Pictures } from '../../platform/images/index.ts';
import type { ItemStore, KeptItem } from './item-store.ts';
import { blobOf, blobsOf } from './media-files.ts';
import { type RemakeVideo, VideoRefused } from './remake-video.ts';
import type { MediaStore } from './media-store.ts';
import { joinParts } from './upload-files.ts';
import type { KeptUpload, UploadStore } from './upload-store.ts';
import type { StudiedVideo } from './video-messages.ts';
import type { VideoStore } from './video-store.ts';

const SIDE_MAX = 2_560;
const THUMB_SIDE = 640;
/** A picture with this few pixels shows nothing recognisable. */
const BLUR_SIDE = 24;
/** A node that has not finished by then is taken to be gone. */
const CLAIM_MS = 30 * MINUTE_MS;
/** What breaks the child more often is refused. */
const TRIES_MAX = 5;

/** What a performer is told about an unusable file. */
const REASONS: Readonly<Record<string, string>> = {
  'common.file_not_image': 'This file is not a picture',
  'common.file_format': 'Pictures have to be JPEG, PNG, WebP or GIF',
  'common.file_blocked': 'This file was removed before and cannot be used',
  codec: 'Videos have to be MP4 with H.264 pictures and AAC sound',
  too_long: 'Videos can be six hours long at most',
  too_large: 'Videos can be 4096 points wide or high at most',
  broken: 'This file could not be read',
};

type Made = Pick<KeptItem, 'width' | 'height' | 'durationMs' | 'isMuted'>;

/** Something came out of an upload. */
export type TellEncoded = (item: KeptItem, error: string | null) => void;

/** Processes uploaded files: pictures are redrawn, videos rewritten. */
export function makePrepareItems(deps: {
  readonly items: ItemStore;
  readonly uploads: UploadStore;
  readonly blobs: BlobStore;
  readonly pictures: Pictures;
  readonly register: Pick<BlobRegister, 'isBlocked' | 'addPicture'>;
  readonly remakeVideo: RemakeVideo;
  /** Analyses a video that we have written ourselves; its pictures and segments are stored. */
  readonly study: (item: KeptItem) => Promise<StudiedVideo>;
  readonly videos: Pick<VideoStore, 'findRecording'>;
  readonly media: Pick<MediaStore, 'rejectBroken'>;
  readonly tell: TellEncoded;
  readonly now: () => number;
  readonly log: Log;
}) {
  const { items, uploads, blobs, pictures, register } = deps;
  const put = (name: string, jpeg: Uint8Array) => blobs.put(name, Readable.from([Buffer.from(jpeg)]));
  const again = (jpeg: Uint8Array) => Readable.from([Buffer.from(jpeg)]) as AsyncIterable<Uint8Array>;

  const drawPicture = async (item: KeptItem, content: AsyncIterable<Uint8Array>): Promise<Made> => {
    const whole = await pictures.draw(content, SIDE_MAX);
    const thumb = await pictures.draw(again(whole.jpeg), THUMB_SIDE);
    const blurred = await pictures.draw(again(thumb.jpeg), BLUR_SIDE);
    await put(blobOf(item, 'thumb'), thumb.jpeg);
    await put(blobOf(item, 'blurred'), blurred.jpeg);
    await pictures.keep(blobOf(item, 'whole'), whole);
    return { width: whole.width, height: whole.height, durationMs: null, isMuted: false };
  };

  const writeVideo = async (
    item: KeptItem,
    { sha256 }: KeptUpload,
    content: AsyncIterable<Uint8Array>,
  ): Promise<Made> => {
    const source = Buffer.from(sha256, 'hex');
    if (await register.isBlocked({ source, drawn: source })) throw new AppError('common.file_blocked');
    return deps.remakeVideo(content, async ({ thumb, blurred, ...made }, path) => {
      const sum = createHash('sha256');
      for await (const chunk of createReadStream(path)) sum.update(chunk as Buffer);
      await put(blobOf(item, 'thumb'), thumb);
      await put(blobOf(item, 'blurred'), blurred);
      await register.addPicture(blobOf(item, 'whole'), { source, drawn: sum.digest() });
      await blobs.put(blobOf(item, 'whole'), createReadStream(path));
      return made;
    });
  };

  /** A recording's file is already in place: we have written it, so it is not rewritten. */
  const takeRecorded = async (item: KeptItem): Promise<Made> => {
    const sum = createHash('sha256');
    for await (const chunk of blobs.read(blobOf(item, 'whole'))) sum.update(chunk as Buffer);
    const drawn = sum.digest();
    if (await register.isBlocked({ source: drawn, drawn })) throw new AppError('common.file_blocked');
    await register.addPicture(blobOf(item, 'whole'), { source: null, drawn });
    const { thumb, blurred, width, height, durationMs, isMuted } = await deps.study(item);
    await put(blobOf(item, 'thumb'), thumb);
    await put(blobOf(item, 'blurred'), blurred);
    return { width, height, durationMs, isMuted };
  };

  const make = async (item: KeptItem, upload: KeptUpload | undefined): Promise<Made> => {
    if (!upload && (await deps.videos.findRecording(item.id)) !== null) return takeRecorded(item);
    if (!upload) throw new AppError('common.file_not_image');
    const content = joinParts(blobs, await uploads.listParts(upload.id));
    return item.typeId === 1 ? drawPicture(item, content) : writeVideo(item, upload, content);
  };

  /** Why the file itself is at fault; undefined where it may be tried again. */
  const reasonOf = (error: unknown, { tries }: KeptItem): string | undefined => {
    if (error instanceof VideoRefused)
      return error.reason !== 'broken' || tries >= 2 ? REASONS[error.reason] : undefined;
    if (error instanceof AppError && REASONS[error.code]) return REASONS[error.code];
    return tries >= TRIES_MAX ? REASONS['broken'] : undefined;
  };

  const prepare = async (item: KeptItem): Promise<void> => {
    const upload = await uploads.findOfItem(item.id);
    const at = new Date(deps.now());
    // Written before the row says that they exist: those of an unfinished one are removed.
    await uploads.noteLoose(blobsOf(item), at);
    try {
      const made = await make(item, upload);
      if (!(await items.finish(item.id, made, blobsOf(item)))) return;
      deps.tell({ ...item, ...made, state: 'ready' }, null);
    } catch (error) {
      const reason = reasonOf(error, item);
      if (reason === undefined) {
        deps.log.warn({ err: error, item: item.id }, 'a file of a media could not be prepared');
        return void (await items.release(item.id));
      }
      if (await items.fail(item.id, reason)) {
        if (item.mediaId !== null) await deps.media.rejectBroken(item.mediaId, reason);
        deps.tell({ ...item, state: 'failed' }, reason);
      }
    }
    if (upload) await uploads.dropParts(upload.id);
  };

  let running: Promise<void> | undefined;
  const prepareAll = async (): Promise<void> => {
    for (;;) {
      const now = deps.now();
      const item = await items.claim(new Date(now), new Date(now + CLAIM_MS));
      if (!item) return;
      await prepare(item);
    }
  };
  /** One at a time on each node; items that arrive meanwhile are processed, too. */
  const look = (): Promise<void> => {
    running ??= prepareAll().finally(() => (running = undefined));
    return running;
  };
  return { look };
}
