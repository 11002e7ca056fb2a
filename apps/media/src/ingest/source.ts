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
  /** Asks for a keyframe; RTMP has no way to. @param layer of that size of the picture alone */
  requestKeyframe(layer?: number): void;
  /** Asks the publisher to go on at another process by this publish token; absent: it cannot be asked. */
  sendAway?(token: string): void;
  /** Ends the connection; a repeat does nothing. */
  close(why: SourceEnd): void;
}

/** Takes one publisher's media; what comes after another has taken over is thrown away. */
export interface MediaIn {
  onVideo(unit: VideoUnit): void;
  /** A smaller size of the same picture, which the publisher sends beside it on the same clock. */
  onLayer(layer: number, unit: VideoUnit): void;
  /** It does not come any more, or is the picture itself from here on. */
  onLayerEnd(layer: number): void;
  onAudio(unit: AudioUnit): void;
  /** The sound has another format from here on. */
  onAudioFormat(format: AudioFormat): void;
}
