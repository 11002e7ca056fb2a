import type { MediaCommand } from '@klieg/contract/media';

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 200;

/** A command from the bus; undefined when it is of another shape. Unknown kinds are not an error. */
export function parseCommand(message: unknown): MediaCommand | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { kind, session, streamName, broadcastId, recordingId, node, clock, atMs } = message as Record<
    string,
    unknown
  >;
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
