import { type FuzzTarget, pack, unpack } from '@klieg/testing/fuzzing';
import { makeFragmenter } from '../../packaging/fragmenter.ts';
import { readChunk, readTimescales } from '../../packaging/read-chunk.ts';
import type { AudioFormat, StreamInit } from '../../packaging/units.ts';
import { makeMediaIntake } from '../../rtmp/media-intake.ts';
import {
  AAC_CONFIG,
  aacConfigTag,
  avcConfigTag,
  pictureTag,
  soundTag,
} from '../../rtmp/testing/rtmp-bytes.ts';
import { TYPE } from '../../rtmp/wire/messages.ts';

/*
 * Pictures and sound of an encoder that is let in, and what is packaged of them. A piece is a message: a byte of flags
 * (1: sound), four of its time, then its tag.
 */

const HEAD_BYTES = 5;

const message = (isSound: boolean, timestampMs: number, tag: Buffer): Buffer => {
  const head = Buffer.alloc(HEAD_BYTES);
  head[0] = isSound ? 1 : 0;
  head.writeUInt32BE(timestampMs, 1);
  return Buffer.concat([head, tag]);
};

function seed(): Buffer {
  const media = [message(false, 0, avcConfigTag()), message(true, 0, aacConfigTag(AAC_CONFIG))];
  for (let i = 0; i < 8; i++)
    media.push(
      message(false, i * 40, pictureTag(i % 4 === 0, undefined, i % 3)),
      message(true, i * 40 + 5, soundTag()),
    );
  return pack(media);
}

function feed(input: Buffer): string {
  const inits: StreamInit[] = [];
  let chunks = 0;
  const fragmenter = makeFragmenter({
    audio: undefined,
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
  const intake = makeMediaIntake({
    onVideo: (unit) => void fragmenter.pushVideo(unit),
    onAudioFormat: (format: AudioFormat) => fragmenter.setAudio(format),
    onAudio: (unit) => void fragmenter.pushAudio(unit),
  });
  for (const piece of unpack(input)) {
    if (piece.length < HEAD_BYTES) continue;
    const typeId = (piece[0]! & 1) === 1 ? TYPE.audio : TYPE.video;
    const timestampMs = piece.readUInt32BE(1);
    const fault = intake.push({ typeId, timestampMs, streamId: 1, payload: piece.subarray(HEAD_BYTES) });
    if (fault) return fault.kind === 'refused' ? fault.text : fault.kind;
  }
  return chunks > 0 ? 'packaged' : 'read';
}

export const target: FuzzTarget = {
  seeds: [seed()],
  bytesMax: 64 * 1024,
  words: [
    'hvc1',
    'av01',
    'avc1',
    'mp4a',
    Buffer.from([0x17, 1]),
    Buffer.from([0x27, 1]),
    Buffer.from([0xaf, 1]),
  ],
  feed,
};
