import type { EncoderRefusalCode } from '@klieg/contract/media';
import type { AacFormat, AudioUnit, VideoUnit } from '../packaging/units.ts';

/** What a publisher may do, decided by its key before anything is read from it. */
export type RtmpAuthorization =
  | { readonly ok: true; readonly publication: RtmpPublication }
  | { readonly ok: false; readonly reason: 'bad_key' | 'already_live' | 'wrong_state' | 'unavailable' };

/**
 * How a connection ended: the encoder said that it stops (`left`), no media came in time (`silent`), invalid RTMP or
 * beyond a limit, unplayable settings, or cut by either side.
 */
export type RtmpEnd = 'left' | 'silent' | 'malformed' | 'refused_codec' | 'closed';

/** Takes one publisher's media. */
export interface RtmpPublication {
  /**
   * Called with each picture in decode order; the parameter sets of the sequence header come with the first key picture
   * after it.
   */
  onVideo(unit: VideoUnit): void;
  /** Called before the first sound and when the format changes. */
  onAudioFormat(format: AacFormat): void;
  onAudio(unit: AudioUnit): void;
  /** Called when the connection has ended, exactly once. */
  onClosed(reason: RtmpEnd): void;
  /** Bytes of media messages, for the meter. */
  onBytes(count: number): void;
  /** The encoder's settings are not playable; `text` is for the model. */
  onRefused(code: EncoderRefusalCode, text: string): void;
}

/** A publisher's connection, for its owner. */
export interface RtmpConnection {
  /** Ends the connection; a repeat does nothing. */
  close(): void;
  /** When media last arrived, in monotonic milliseconds. */
  readonly lastMediaMs: number | undefined;
}

/** Decides about a key. `about` is what the encoder says of itself, and where it is. */
export type RtmpAuthorize = (
  key: string,
  connection: RtmpConnection,
  about: { readonly app: string; readonly address: string; readonly encoder: string | undefined },
) => Promise<RtmpAuthorization>;
