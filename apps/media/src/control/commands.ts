import { CLIP_SECONDS } from '@klieg/contract/features/broadcast/clip-limits';
import type { MediaCommand } from '@klieg/contract/media';

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 200;

const isWhole = (value: unknown, max: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max;
const isPastMinutes = (value: unknown): value is number => isWhole(value, 60);
const isClipLength = (value: unknown): value is number =>
  isWhole(value, CLIP_SECONDS.max) && value >= CLIP_SECONDS.min;

/** A command from the bus; undefined if malformed. Unknown kinds are no error. */
export function parseCommand(message: unknown): MediaCommand | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { kind, session, streamName, broadcastId, recordingId, node, clock, atMs, minutes, seconds } =
    message as Record<string, unknown>;
  switch (kind) {
    case 'report':
      return { kind };
    case 'stop':
      return isText(broadcastId) ? { kind, broadcastId } : undefined;
    case 'await_viewer':
      return isText(streamName) ? { kind, streamName } : undefined;
    case 'rename':
      return isText(broadcastId) && isText(streamName) ? { kind, broadcastId, streamName } : undefined;
    case 'record':
      if (!isText(broadcastId) || (recordingId !== null && !isText(recordingId))) return undefined;
      return { kind, broadcastId, recordingId, ...(isText(node) && { node }) };
    case 'keep_past':
      if (!isText(broadcastId) || !isText(streamName) || !isPastMinutes(minutes)) return undefined;
      return { kind, broadcastId, streamName, minutes };
    case 'clip':
      if (!isText(broadcastId) || !isText(streamName) || !isText(recordingId)) return undefined;
      if (!isClipLength(seconds)) return undefined;
      return { kind, broadcastId, streamName, recordingId, seconds };
    case 'revoke':
      if (!isText(session) && !isText(streamName)) return undefined;
      return {
        kind,
        ...(isText(session) ? { session } : {}),
        ...(isText(streamName) ? { streamName } : {}),
        ...(isText(clock) && Number.isSafeInteger(atMs) ? { clock, atMs: atMs as number } : {}),
      };
    default:
      return undefined;
  }
}
