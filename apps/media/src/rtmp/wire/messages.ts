/** A whole RTMP message. */
export interface RtmpMessage {
  readonly typeId: number;
  /** The message stream, 0 for the connection itself. */
  readonly streamId: number;
  /** 32 bits, wraps after 49 days. */
  readonly timestampMs: number;
  readonly payload: Buffer;
}

/** Message types (RTMP 1.0, sections 5.4 and 7.1). */
export const TYPE = {
  setChunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowSize: 5,
  peerBandwidth: 6,
  audio: 8,
  video: 9,
  data: 18,
  command: 20,
} as const;

/** User control events. */
export const EVENT = { streamBegin: 0, pingRequest: 6, pingResponse: 7 } as const;
