import type { RtmpMessage } from './messages.ts';

const CHUNK_BYTES = 128;

/**
 * Writes a message of the server as chunks of the usual size. The time is always 0, since messages to a publisher have
 * none.
 * @param chunkStreamId 2 to 63
 */
export function encodeMessage(chunkStreamId: number, message: Omit<RtmpMessage, 'timestampMs'>): Buffer {
  const { typeId, streamId, payload } = message;
  const head = Buffer.alloc(12);
  head[0] = chunkStreamId;
  head.writeUIntBE(payload.length, 4, 3);
  head[7] = typeId;
  head.writeUInt32LE(streamId, 8);
  const parts = [head, payload.subarray(0, CHUNK_BYTES)];
  for (let at = CHUNK_BYTES; at < payload.length; at += CHUNK_BYTES)
    parts.push(Buffer.from([0xc0 | chunkStreamId]), payload.subarray(at, at + CHUNK_BYTES));
  return Buffer.concat(parts);
}
