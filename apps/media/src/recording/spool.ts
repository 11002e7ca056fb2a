import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { chunksIn, readChunk, readTimescales } from '../packaging/read-chunk.ts';

/*
 * Pieces of recordings on this machine's disk, from their first byte until the site has them. File names describe them,
 * so that whatever a crash leaves is found again and sent.
 */

/** One stretch of a recording in one process: a recording in another process, or after a crash, is another run. */
export interface RunName {
  readonly recordingId: string;
  /** When it began, in Unix milliseconds. */
  readonly run: number;
}

export interface PieceName extends RunName {
  /** From 0 in each run; a number that never comes is a piece that was lost. */
  readonly nth: number;
  /** When its first picture came, in Unix milliseconds. */
  readonly startedMs: number;
}

/** The complete part of a piece, as it is sent: header and chunks, which play by themselves. */
export interface PieceContent {
  readonly data: Buffer;
  readonly initBytes: number;
  /** Of its first picture on the clock of the run, which begins at 0. */
  readonly fromMs: number;
  readonly durationMs: number;
  /** SHA-256 of the data, in hex. */
  readonly sum: string;
}

const NAME = /^([\w-]{1,64})\.(\d{1,15})\.(\d{1,6})\.(\d{1,15})\.(piece|writing)\.mp4$/;
const RUN_NAME = /^([\w-]{1,64})\.(\d{1,15})\.run$/;

export const writingPath = (folder: string, { recordingId, run, nth, startedMs }: PieceName): string =>
  join(folder, `${recordingId}.${run}.${nth}.${startedMs}.writing.mp4`);

const piecePath = (folder: string, name: PieceName): string =>
  writingPath(folder, name).replace(/writing\.mp4$/, 'piece.mp4');

const runPath = (folder: string, { recordingId, run }: RunName): string =>
  join(folder, `${recordingId}.${run}.run`);

export const keyOf = ({ recordingId, run }: RunName): string => `${recordingId}.${run}`;

/** The complete chunks of a piece: one cut off by a crash is left out. Undefined if there are none. */
export function readPiece(file: Buffer): PieceContent | undefined {
  const chunks = [...chunksIn(file)];
  const first = chunks[0];
  if (!first) return undefined;
  const initBytes = first.byteOffset - file.byteOffset;
  const timescales = readTimescales(file.subarray(0, initBytes));
  let [fromMs, endMs, bytes] = [-1, 0, initBytes];
  for (const chunk of chunks) {
    const times = readChunk(chunk, timescales);
    // A power cut may leave zeros where bytes were to come.
    if (!times || chunk.byteOffset - file.byteOffset !== bytes) break;
    if (fromMs < 0) fromMs = times.startMs;
    endMs = times.startMs + times.durationMs;
    bytes += chunk.length;
  }
  if (fromMs < 0) return undefined;
  const data = file.subarray(0, bytes);
  const sum = createHash('sha256').update(data).digest('hex');
  return { data, initBytes, fromMs, durationMs: endMs - fromMs, sum };
}

/** Pieces that wait, and runs that the site does not know the end of. */
export interface Spool {
  /** Of the pieces that wait. */
  readonly bytes: number;
  begin(run: RunName): Promise<void>;
  /** Its file is whole: from here on it waits. @param from the name under which it was written */
  keep(from: PieceName, name: PieceName): Promise<void>;
  /** Undefined if none of it is usable. */
  read(name: PieceName): Promise<PieceContent | undefined>;
  pathOf(name: PieceName): string;
  drop(name: PieceName): Promise<void>;
  /** The site knows that it is over, or that nobody wants it. */
  end(run: RunName): Promise<void>;
  /** What a process before this one has left, runs in the order of their beginnings and pieces in theirs. */
  left(): Promise<ReadonlyMap<string, { readonly run: RunName; readonly pieces: readonly PieceName[] }>>;
}

export async function openSpool(folder: string): Promise<Spool> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const waiting = new Map<string, number>();
  let bytes = 0;
  const count = (path: string, size: number): void => {
    bytes += size - (waiting.get(path) ?? 0);
    if (size > 0) waiting.set(path, size);
    else waiting.delete(path);
  };
  const spool: Spool = {
    get bytes() {
      return bytes;
    },
    begin: (run) => writeFile(runPath(folder, run), '', { mode: 0o600 }),
    async keep(from, name) {
      const path = piecePath(folder, name);
      await rename(writingPath(folder, from), path);
      count(path, (await stat(path)).size);
    },
    async read(name) {
      const file = await readFile(piecePath(folder, name)).catch(() => undefined);
      return file && readPiece(file);
    },
    pathOf: (name) => piecePath(folder, name),
    async drop(name) {
      const path = piecePath(folder, name);
      await rm(path, { force: true });
      await rm(path.replace(/mp4$/, 'jpg'), { force: true });
      count(path, 0);
    },
    end: (run) => rm(runPath(folder, run), { force: true }),
    async left() {
      const runs = new Map<string, { run: RunName; pieces: PieceName[] }>();
      const add = (run: RunName): PieceName[] => {
        const known = runs.get(keyOf(run)) ?? { run, pieces: [] };
        runs.set(keyOf(run), known);
        return known.pieces;
      };
      for (const file of await readdir(folder)) {
        const [, ofRun, began] = RUN_NAME.exec(file) ?? [];
        if (ofRun) add({ recordingId: ofRun, run: Number(began) });
        const [, recordingId, run, nth, startedMs, kind] = NAME.exec(file) ?? [];
        if (!recordingId) continue;
        const name = { recordingId, run: Number(run), nth: Number(nth), startedMs: Number(startedMs) };
        if (kind === 'writing') await spool.keep(name, name);
        else count(piecePath(folder, name), (await stat(join(folder, file))).size);
        add(name).push(name);
      }
      for (const { pieces } of runs.values()) pieces.sort((one, other) => one.nth - other.nth);
      return new Map([...runs].sort(([, one], [, other]) => one.run.run - other.run.run));
    },
  };
  return spool;
}
