import { TYPE } from './wire/messages.ts';

/** Times and rates of a connection. */
export interface RtmpLimits {
  /** From accepting to `connect`. */
  readonly connectMs: number;
  /** From accepting to media being allowed. */
  readonly publishMs: number;
  /** Without media for this long a publisher is silent. */
  readonly silentMs: number;
  /** Reading rate of a connection; faster ones are slowed down. */
  readonly bytesPerSecondMax: number;
}

export const RTMP_LIMITS: RtmpLimits = {
  connectMs: 5_000,
  publishMs: 10_000,
  silentMs: 10_000,
  bytesPerSecondMax: 4 * 1024 * 1024,
};

const CONTROL_BYTES_MAX = 64;
const COMMAND_BYTES_MAX = 8 * 1024;
const VIDEO_BYTES_MAX = 2 * 1024 * 1024;
const OTHER_BYTES_MAX = 64 * 1024;

/**
 * The longest accepted message of a type; undefined for none. Until a key is accepted, only control messages and
 * commands are.
 */
export function messageBytesMax(typeId: number, mayPublish: boolean): number | undefined {
  if (typeId >= TYPE.setChunkSize && typeId <= TYPE.peerBandwidth) return CONTROL_BYTES_MAX;
  if (typeId === TYPE.command) return COMMAND_BYTES_MAX;
  if (!mayPublish) return undefined;
  return typeId === TYPE.video ? VIDEO_BYTES_MAX : OTHER_BYTES_MAX;
}
