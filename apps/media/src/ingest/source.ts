import type { AudioFormat, AudioUnit, VideoUnit } from '../packaging/units.ts';

/** Why a publisher's connection is ended, for those that can say so. */
export type SourceEnd = 'closed' | 'stopped' | 'silent' | 'replaced' | 'limit' | 'away';

/** One publisher's connection, by whatever protocol. */
export interface Source {
  readonly tech: 'webrtc' | 'websocket' | 'rtmp';
  /** When media last arrived, monotonic; undefined before the first. */
  readonly lastMediaMs: number | undefined;
  /** To be called each 20 to 100 ms. */
  tick(nowMs: number): void;
  /** Requests a keyframe; RTMP has no way to. @param layer only of that picture size */
  requestKeyframe(layer?: number): void;
  /** Asks the publisher to move to another process with this publish token; absent: it cannot be asked. */
  sendAway?(token: string): void;
  /** Ends the connection; a repeat does nothing. */
  close(why: SourceEnd): void;
}

/** Receives one publisher's media; after another has taken over it is dropped. */
export interface MediaIn {
  onVideo(unit: VideoUnit): void;
  /** A smaller size of the same picture, sent by the publisher on the same clock. */
  onLayer(layer: number, unit: VideoUnit): void;
  /** It has stopped, or is the main picture from now on. */
  onLayerEnd(layer: number): void;
  onAudio(unit: AudioUnit): void;
  /** The sound has another format from here on. */
  onAudioFormat(format: AudioFormat): void;
}
