/** What one message may hold, under the 64 KiB of the wire (W40). */
const MESSAGE_BYTES = 60 * 1024;

/** The first items that fit into one message. */
export function fitBytes<T>(items: readonly T[], bytesMax = MESSAGE_BYTES): T[] {
  let bytes = 0;
  const end = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return bytes > bytesMax;
  });
  return items.slice(0, end < 0 ? items.length : end);
}
