/** First byte of a plain RTMP connection. */
export const RTMP_VERSION = 3;

const PART_BYTES = 1_536;
const HELLO_BYTES = 1 + PART_BYTES;
const TOTAL_BYTES = HELLO_BYTES + PART_BYTES;

/** What a piece of the handshake led to; `reply` is to be sent, `rest` is what follows the handshake. */
export type HandshakeStep =
  | { readonly kind: 'more'; readonly reply: Buffer | undefined }
  | { readonly kind: 'done'; readonly reply: Buffer | undefined; readonly rest: Buffer }
  | { readonly kind: 'malformed' };

/** A handshake that is under way. */
export interface Handshake {
  push(data: Buffer): HandshakeStep;
}

/**
 * The server's side of the plain handshake: C0 and C1 in, S0, S1 and S2 out, C2 in. What C2 repeats
 * is not compared, since clients with a signed handshake put something else there.
 * @param random 1,528 bytes for S1
 */
export function makeHandshake(random: Buffer): Handshake {
  const received = Buffer.alloc(TOTAL_BYTES);
  let filled = 0;

  /** S1 with the time and the version zero, and C1 repeated. */
  const reply = (): Buffer =>
    Buffer.concat([
      Buffer.from([RTMP_VERSION]),
      Buffer.alloc(8),
      random.subarray(0, PART_BYTES - 8),
      received.subarray(1, HELLO_BYTES),
    ]);

  return {
    push(data) {
      const before = filled;
      filled += data.copy(received, filled);
      if (filled > 0 && received[0] !== RTMP_VERSION) return { kind: 'malformed' };
      const answer = before < HELLO_BYTES && filled >= HELLO_BYTES ? reply() : undefined;
      if (filled < TOTAL_BYTES) return { kind: 'more', reply: answer };
      return { kind: 'done', reply: answer, rest: data.subarray(filled - before) };
    },
  };
}
