import type { IngestClose } from '@klieg/contract/features/broadcast/ingest-frame';
import type { PublishStats } from '../publish/publish-stats.ts';

/** Messages from the page to its encoder. */
export type ToEncoder =
  /** First message. */
  | {
      readonly kind: 'connect';
      readonly url: string;
      readonly hasSound: boolean;
      readonly maxKbps: number;
      readonly fpsMax: number;
    }
  /** From now on the track behind this is sent, in place of the one before. */
  | { readonly kind: 'pictures'; readonly readable: ReadableStream<VideoFrame> }
  | { readonly kind: 'sounds'; readonly readable: ReadableStream<AudioData> }
  /** One at a time, where the browser has no streams of tracks. */
  | { readonly kind: 'picture'; readonly frame: VideoFrame }
  | { readonly kind: 'sound'; readonly planes: Float32Array; readonly channels: number; readonly hz: number }
  /** The broadcast is ended, nothing more is sent. */
  | { readonly kind: 'leave' };

/** Messages from the encoder to its page. */
export type FromEncoder =
  | { readonly kind: 'ready' }
  /** The server's process ends soon: another connection is to take over by this token. */
  | { readonly kind: 'move'; readonly token: string }
  | { readonly kind: 'stats'; readonly stats: PublishStats }
  /** @param why undefined where the line broke, or never came about */
  | { readonly kind: 'closed'; readonly why: IngestClose | undefined }
  /** The browser cannot encode after all. */
  | { readonly kind: 'failed' };
