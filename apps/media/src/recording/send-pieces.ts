import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Log } from '@klieg/kernel';
import type { PieceAnswer, PieceDoor } from './piece-door.ts';
import { keyOf, type PieceContent, type PieceName, type RunName, type Spool } from './spool.ts';

/**
 * Delivers pieces to the site, in order within a recording and independently between recordings, retrying until they
 * are there.
 */
export interface SendPieces {
  add(name: PieceName): void;
  /** No more pieces of it follow. */
  end(run: RunName): void;
  /** Sends what a previous process left. @returns the number of its newest run; 0 without one */
  takeUp(): Promise<number>;
  /** Stops trying, once all is sent or after this time; the rest stays on disk. Resolves when no request is running. */
  close(waitMs: number): Promise<void>;
}

interface Queue {
  readonly run: RunName;
  readonly pieces: PieceName[];
  isEnded: boolean;
  pump: Promise<void> | undefined;
  /** Header of the last piece that was sent, by its sum: another one is another picture. */
  init: string | undefined;
}

/** Requests at the same time, over all recordings. */
const AT_ONCE = 4;

export function makeSendPieces(deps: {
  readonly spool: Spool;
  readonly door: PieceDoor;
  /** Waits between tries; the last one repeats. */
  readonly retryMs: readonly number[];
  /** A still of a piece, as a file at that path. Rejects where there is none. */
  readonly makePoster: (piece: string, poster: string) => Promise<void>;
  /** The site no longer wants this recording. */
  readonly onGone: (recordingId: string) => void;
  readonly log: Log;
}): SendPieces {
  const { spool, door, log } = deps;
  const queues = new Map<string, Queue>();
  const stopped = new AbortController();
  let free = AT_ONCE;
  const waiters: (() => void)[] = [];

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiters.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiters.shift();
      if (next) next();
      else free += 1;
    }
  };

  const pause = (attempt: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, deps.retryMs[Math.min(attempt, deps.retryMs.length - 1)]);
      stopped.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });

  /** @returns undefined where it was closed meanwhile */
  const untilHeard = async (
    about: RunName,
    ask: () => Promise<PieceAnswer>,
  ): Promise<PieceAnswer | undefined> => {
    for (let attempt = 0; !stopped.signal.aborted; attempt++) {
      try {
        return await inTurn(ask);
      } catch (err) {
        log.warn({ err, ...about, attempt }, 'a piece of a recording could not be handed over');
        await pause(attempt);
      }
    }
    return undefined;
  };

  const readPoster = async (name: PieceName): Promise<Buffer | undefined> => {
    const path = spool.pathOf(name);
    const poster = path.replace(/mp4$/, 'jpg');
    try {
      await deps.makePoster(path, poster);
      return await readFile(poster);
    } catch (err) {
      log.warn({ err, ...name }, 'no still could be made of a recording');
      return undefined;
    }
  };

  const send = async (queue: Queue, name: PieceName, content: PieceContent) => {
    const init = createHash('sha256').update(content.data.subarray(0, content.initBytes)).digest('hex');
    const poster = init === queue.init ? undefined : await readPoster(name);
    const answer = await untilHeard(name, () => door.put(name, content));
    if (answer !== 'taken') return answer;
    queue.init = init;
    return poster ? untilHeard(name, () => door.putPoster(name, poster)) : answer;
  };

  /** Nobody wants more of it. */
  const forget = async ({ recordingId }: RunName): Promise<void> => {
    deps.onGone(recordingId);
    for (const queue of queues.values())
      if (queue.run.recordingId === recordingId)
        for (const piece of queue.pieces.splice(0)) await spool.drop(piece);
  };

  const work = async (queue: Queue): Promise<void> => {
    for (let next = queue.pieces[0]; next && !stopped.signal.aborted; next = queue.pieces[0]) {
      const content = await spool.read(next);
      const answer = content && (await send(queue, next, content));
      if (stopped.signal.aborted && answer === undefined) return;
      if (!content || answer === 'refused') log.warn({ ...next, answer }, 'a piece of a recording is lost');
      if (queue.pieces[0] === next) queue.pieces.shift();
      await spool.drop(next);
      if (answer === 'gone') await forget(queue.run);
    }
    if (!queue.isEnded || queue.pieces.length > 0 || stopped.signal.aborted) return;
    if ((await untilHeard(queue.run, () => door.end(queue.run))) === undefined) return;
    await spool.end(queue.run);
    queues.delete(keyOf(queue.run));
    for (const next of queues.values()) if (isOfSame(next, queue)) pump(next);
  };

  const isOfSame = (one: Queue, other: Queue): boolean => one.run.recordingId === other.run.recordingId;
  /** A live viewer sees a list that only grows: a previous process's leftovers go first. */
  const isFirst = (queue: Queue): boolean =>
    ![...queues.values()].some((other) => isOfSame(other, queue) && other.run.run < queue.run.run);

  const pump = (queue: Queue): void => {
    if (queue.pump || stopped.signal.aborted || !isFirst(queue)) return;
    queue.pump = work(queue)
      .catch((err: unknown) => log.error({ err, ...queue.run }, 'pieces of a recording are stuck'))
      .finally(() => {
        queue.pump = undefined;
        const isWaiting = queue.pieces.length > 0 || (queue.isEnded && queues.has(keyOf(queue.run)));
        // Something arrived at the moment it was finished.
        if (isWaiting) void pause(0).then(() => pump(queue));
      });
  };

  const queueOf = (run: RunName): Queue => {
    const known = queues.get(keyOf(run));
    if (known) return known;
    const { recordingId, run: began } = run;
    const queue: Queue = {
      run: { recordingId, run: began },
      pieces: [],
      isEnded: false,
      pump: undefined,
      init: undefined,
    };
    queues.set(keyOf(run), queue);
    return queue;
  };

  return {
    add(name) {
      const queue = queueOf(name);
      queue.pieces.push(name);
      pump(queue);
    },
    end(run) {
      const queue = queueOf(run);
      queue.isEnded = true;
      pump(queue);
    },
    async takeUp() {
      let newest = 0;
      for (const { run, pieces } of (await spool.left()).values()) {
        const queue = queueOf(run);
        queue.pieces.push(...pieces);
        queue.isEnded = true;
        pump(queue);
        newest = Math.max(newest, run.run);
      }
      return newest;
    },
    async close(waitMs) {
      const pumps = () => Promise.all([...queues.values()].map((queue) => queue.pump));
      const timer = setTimeout(() => stopped.abort(), waitMs);
      await pumps();
      clearTimeout(timer);
      stopped.abort();
      await pumps();
    },
  };
}
