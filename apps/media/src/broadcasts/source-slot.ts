import type { MediaIn } from '../ingest/source.ts';
import type { PublishRefusal } from '../ingest/whip/publish-result.ts';
import type { StreamMeter } from '../ingest/receive/stream-meter.ts';

/** What a publisher without an offer, such as OBS by RTMP, writes its media to. */
export interface SourceSlot {
  readonly media: MediaIn;
  readonly meter: { onBytes(bytes: number): void };
  /** The connection has ended without a word; a repeat does nothing. */
  onClosed(): void;
  /** The publisher announced that it stops. */
  onLeft(): void;
}

/** The same for a page's WebSocket, which is told how much it may send and counts its own pictures. */
export interface PageSlot extends Omit<SourceSlot, 'media' | 'meter'> {
  readonly media: Pick<MediaIn, 'onVideo' | 'onAudio'>;
  readonly meter: Pick<StreamMeter, 'onBytes' | 'onPicture'>;
  readonly maxKbps: number;
}

export type PageAttachResult =
  | { readonly ok: true; readonly slot: PageSlot }
  | { readonly ok: false; readonly reason: PublishRefusal };

export type AttachResult =
  | { readonly ok: true; readonly slot: SourceSlot }
  | { readonly ok: false; readonly reason: PublishRefusal };

/** The same way in, with each picture counted. `monotonic` is in milliseconds. */
export const meteredMedia = (media: MediaIn, meter: StreamMeter, monotonic: () => number): MediaIn => ({
  ...media,
  onVideo(unit) {
    meter.onPicture(unit.isKey, (unit.compositionTicks ?? 0) !== 0, monotonic());
    media.onVideo(unit);
  },
});
