import { randomBytes } from 'node:crypto';
import { readHls } from '../media/hls-reader.ts';
import { makeRights } from '../media/rights.ts';

/*
 * Many readers of one stream by low-latency HLS. Arguments: port, secret in hex, name of the stream, how
 * many. Every message is answered with the answers since the last one, and those that were refusals.
 */

const [, , port = '', secret = '', streamName = '', count = '0'] = process.argv;
const rights = makeRights(Buffer.from(secret, 'hex'));
const { signal } = new AbortController();
const counts = { answers: 0, refusals: 0, bytes: 0 };

/** A reader's token is its own, and made anew only when it grows old. */
function tokenSource(session: string): () => string {
  const LIFE_MS = 30_000;
  let token = '';
  let madeMs = -Infinity;
  return () => {
    if (performance.now() - madeMs > LIFE_MS) {
      token = rights.play(streamName, session);
      madeMs = performance.now();
    }
    return token;
  };
}

for (let i = 0; i < Number(count); i++)
  void readHls({
    base: `http://127.0.0.1:${port}`,
    streamName,
    token: tokenSource(randomBytes(8).toString('hex')),
    signal,
    onAnswer(status, bytes) {
      counts.answers += 1;
      counts.bytes += bytes;
      if (status !== 200) counts.refusals += 1;
    },
  });
process.on('message', () => {
  process.send?.({ ...counts });
  counts.answers = counts.refusals = counts.bytes = 0;
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
