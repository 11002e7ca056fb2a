import { type FuzzTarget, takeFrom } from '@klieg/testing/fuzzing';
import { sessionBytes } from '../../rtmp/testing/rtmp-bytes.ts';
import { makeSessionBench } from '../../rtmp/testing/session-bench.ts';

/* A whole session of an encoder, from its handshake on; the first byte says in how many pieces it comes. */

const PIECES_MAX = 64;

async function feed(input: Buffer): Promise<string> {
  const [choice, bytes] = takeFrom(input);
  const bench = makeSessionBench();
  const pieceBytes = Math.max(1, Math.ceil(bytes.length / (1 + (choice % PIECES_MAX))));
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    bench.session.push(bytes.subarray(at, at + pieceBytes));
    // The key is checked in a few turns.
    for (let turn = 0; turn < 3; turn++) await Promise.resolve();
  }
  bench.moveClock(50);
  bench.session.onDisconnected();
  const { publication, errors, written } = bench;
  if (errors.length > 0) throw new Error(`logged: ${String(errors[0])}`);
  const isAccepted = written().includes('Publish.Start');
  if (publication.ends.length !== (isAccepted ? 1 : 0)) throw new Error('told of its end not exactly once');
  publication.pictures.forEach(({ ticks }, i) => {
    const before = publication.pictures[i - 1]?.ticks ?? -1;
    if (!(ticks > before)) throw new Error('the time of a picture goes back');
  });
  return publication.ends[0] ?? (isAccepted ? 'accepted' : 'before media');
}

export const target: FuzzTarget = {
  seeds: [Buffer.concat([Buffer.from([3]), sessionBytes('key', 12)])],
  bytesMax: 96 * 1024,
  words: [
    'connect',
    'createStream',
    'publish',
    'deleteStream',
    'releaseStream',
    '@setDataFrame',
    'onMetaData',
  ],
  feed,
};
