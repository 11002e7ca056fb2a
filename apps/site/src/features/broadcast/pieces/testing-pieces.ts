import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Uuid } from '@klieg/kernel';
import { readBoxes } from '#site/platform/movies/index.ts';
import type { PieceKey } from './place-pieces.ts';
import { readChunks, readHeader } from './read-chunks.ts';

/* Pieces as a media process sends them, of a picture that an encoder of others has made. */

export const runTool = promisify(execFile);

export interface MadePiece {
  readonly nth: number;
  readonly data: Buffer;
  readonly initBytes: number;
  readonly fromMs: number;
  readonly durationMs: number;
  readonly sum: string;
}

export interface Drawn {
  readonly seconds: number;
  readonly fps?: number;
  readonly size?: string;
  readonly groupPictures?: number;
  readonly bFrames?: number;
  readonly hasSound?: boolean;
}

const sumOf = (data: Buffer): string => createHash('sha256').update(data).digest('hex');

/** Header and groups of pictures of a drawn picture with a tone. */
async function draw(drawn: Drawn): Promise<{ readonly init: Buffer; readonly groups: readonly Buffer[] }> {
  const { seconds, fps = 15, size = '160x90', groupPictures = 15, bFrames = 0, hasSound = true } = drawn;
  const folder = mkdtempSync(join(tmpdir(), 'klieg-pieces-'));
  const path = join(folder, 'drawn.mp4');
  try {
    const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${fps}:duration=${seconds}`];
    // The encoder begins before the sound does, and nothing may begin before the picture.
    const sound = ['-itsoffset', '0.1', '-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`];
    const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-bf', String(bFrames)];
    const groups = ['-g', String(groupPictures), '-keyint_min', String(groupPictures), '-sc_threshold', '0'];
    const flags = ['-movflags', 'frag_keyframe+empty_moov+default_base_moof'];
    const inputs = hasSound ? [...picture, ...sound] : picture;
    const codecs = hasSound ? [...codec, ...groups, '-c:a', 'aac'] : [...codec, ...groups];
    await runTool('ffmpeg', ['-v', 'error', ...inputs, ...codecs, ...flags, path]);
    const file = readFileSync(path);
    const boxes = readBoxes(file);
    const first = boxes.findIndex(({ type }) => type === 'moof');
    const init = Buffer.concat(boxes.slice(0, first).map(({ whole }) => whole));
    const chunks = boxes.flatMap(({ type, whole }, at) =>
      type === 'moof' ? [Buffer.concat([whole, boxes[at + 1]!.whole])] : [],
    );
    return { init, groups: chunks };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param groupsEach groups of pictures in a piece */
export async function makePieces(drawn: Drawn, groupsEach = 2): Promise<readonly MadePiece[]> {
  const { init, groups } = await draw(drawn);
  const video = readHeader(init).find(({ kind }) => kind === 'video')!;
  const pieces: MadePiece[] = [];
  for (let at = 0; at < groups.length; at += groupsEach) {
    const chunks = Buffer.concat(groups.slice(at, at + groupsEach));
    const runs = [...readChunks(chunks)].filter(({ trackId }) => trackId === video.trackId);
    const ticks = runs.flatMap(({ samples }) => samples).reduce((sum, { duration }) => sum + duration, 0);
    const data = Buffer.concat([init, chunks]);
    pieces.push({
      nth: pieces.length,
      data,
      initBytes: init.length,
      fromMs: (runs[0]!.time * 1000) / video.timescale,
      durationMs: (ticks * 1000) / video.timescale,
      sum: sumOf(data),
    });
  }
  return pieces;
}

/** What is sent with a piece. @param startedMs of its run, in Unix milliseconds */
export const headersOf = (piece: MadePiece, startedMs: number): Record<string, string> => ({
  'content-type': 'application/octet-stream',
  'x-started-ms': String(Math.round(startedMs + piece.fromMs)),
  'x-from-ms': String(piece.fromMs),
  'x-duration-ms': String(piece.durationMs),
  'x-init-bytes': String(piece.initBytes),
  'x-sha256': piece.sum,
});

/** A piece as the store has it. */
export const storedPiece = (piece: MadePiece, key: Omit<PieceKey, 'nth'> & { readonly originId: Uuid }) => ({
  ...key,
  nth: piece.nth,
  startedMs: Math.round(key.run + piece.fromMs),
  fromMs: piece.fromMs,
  durationMs: piece.durationMs,
  sizeBytes: piece.data.length,
  initBytes: piece.initBytes,
  initSum: sumOf(piece.data.subarray(0, piece.initBytes)),
  sum: piece.sum,
  hasPoster: false,
  storedAt: new Date(key.run + piece.fromMs),
});

/** Checksums of the pictures that a file shows from a second on, by a decoder of others. */
export async function picturesFrom(path: string, seconds: number, countMax: number): Promise<string[]> {
  const seek = ['-ss', seconds.toFixed(4), '-i', path, '-map', '0:v', '-frames:v', String(countMax)];
  const { stdout } = await runTool('ffmpeg', ['-v', 'error', ...seek, '-f', 'framemd5', '-'], {
    maxBuffer: 64 * 2 ** 20,
  });
  const lines = stdout.split('\n').filter((line) => line && !line.startsWith('#'));
  return lines.map((line) => line.split(',').at(-1)!.trim());
}

export interface Probed {
  readonly format: { readonly start_time: string; readonly duration: string };
  readonly streams: readonly {
    readonly codec_type: string;
    readonly start_time: string;
    readonly duration: string;
    readonly nb_frames: string;
  }[];
}

export async function probe(path: string): Promise<Probed> {
  const { stdout } = await runTool('ffprobe', [
    '-v',
    'error',
    '-of',
    'json',
    '-show_format',
    '-show_streams',
    path,
  ]);
  return JSON.parse(stdout) as Probed;
}
