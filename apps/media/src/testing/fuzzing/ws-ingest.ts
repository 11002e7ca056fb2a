import { readIngestFrame, writeIngestFrame } from '@klieg/contract/features/broadcast/ingest-frame';
import { type FuzzTarget, pack, unpack } from '@klieg/testing/fuzzing';
import { OPUS } from '../../packaging/audio-format.ts';
import { makeFragmenter } from '../../packaging/fragmenter.ts';
import { OPUS_SILENCE } from '../../packaging/opus.ts';
import { readChunk, readTimescales } from '../../packaging/read-chunk.ts';
import type { StreamInit } from '../../packaging/units.ts';
import { makePageIntake } from '../../ws-ingest/page-intake.ts';
import { CONFIG, pictureOf } from '../../ws-ingest/testing/page-client.ts';

/* Binary messages of a page that is let in, and what is packaged of them. A piece is a message. */

function seed(): Buffer {
  const frames = [writeIngestFrame({ kind: 'config', isKey: false, microseconds: 0, payload: CONFIG })];
  for (let i = 0; i < 8; i++) {
    const isKey = i % 4 === 0;
    const microseconds = i * 40_000;
    frames.push(
      writeIngestFrame({ kind: 'picture', isKey, microseconds, payload: pictureOf(isKey) }),
      writeIngestFrame({ kind: 'sound', isKey: false, microseconds, payload: OPUS_SILENCE }),
    );
  }
  return pack(frames.map((frame) => Buffer.from(frame)));
}

function feed(input: Buffer): string {
  const inits: StreamInit[] = [];
  let chunks = 0;
  const fragmenter = makeFragmenter({
    audio: OPUS,
    fragmentMs: 80,
    startMs: 0,
    onInit: (init) => void inits.push(init),
    onFragment({ data }) {
      chunks += 1;
      // What is packaged of anything can be read again, by edges and players.
      if (!readChunk(data, readTimescales(inits.at(-1)!.data)))
        throw new Error('a chunk of ours is not read');
    },
  });
  const intake = makePageIntake({
    onPicture() {},
    onVideo: (unit) => void fragmenter.pushVideo(unit),
    onAudio: (unit) => void fragmenter.pushAudio(unit),
  });
  for (const piece of unpack(input)) {
    const frame = readIngestFrame(piece);
    const fault = frame ? intake.push(frame) : 'no frame';
    if (fault) return fault;
  }
  return chunks > 0 ? 'packaged' : 'read';
}

export const target: FuzzTarget = {
  seeds: [seed()],
  bytesMax: 64 * 1024,
  words: [Buffer.from([1, 1, 0, 0]), Buffer.from([1, 2, 1, 0]), Buffer.from([1, 3, 0, 0])],
  feed,
};
