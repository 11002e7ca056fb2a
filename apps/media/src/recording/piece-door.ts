import type { PieceContent, PieceName, RunName } from './spool.ts';

/**
 * `gone`: nobody wants more of it, because the recording was deleted or is finished. `refused`: this one is invalid,
 * and a retry would not help.
 */
export type PieceAnswer = 'taken' | 'gone' | 'refused';

/** Where pieces go. What it rejects is tried again. */
export interface PieceDoor {
  put(name: PieceName, content: PieceContent): Promise<PieceAnswer>;
  putPoster(name: PieceName, image: Buffer): Promise<PieceAnswer>;
  /** All pieces of the run that there will ever be were put. */
  end(run: RunName): Promise<PieceAnswer>;
}

/** A request that waits longer than this waits on a connection that is gone. */
const REQUEST_MS = 60_000;
/** The site will say the same each time; one that does not know the address may be an older one. */
const FINAL: Readonly<Record<number, PieceAnswer>> = {
  400: 'refused',
  409: 'refused',
  410: 'gone',
  413: 'refused',
};

/** Hands pieces over to the site by HTTP. */
export function makePieceDoor(siteUrl: string, key: string): PieceDoor {
  const ask = async (path: string, headers: Record<string, string>, body?: Buffer): Promise<PieceAnswer> => {
    const answer = await fetch(`${siteUrl}/internal/media/pieces/${path}`, {
      method: 'PUT',
      headers: { 'x-internal-secret': key, 'content-type': 'application/octet-stream', ...headers },
      body: new Uint8Array(body ?? Buffer.alloc(0)),
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    await answer.body?.cancel();
    if (answer.ok) return 'taken';
    const final = FINAL[answer.status];
    if (final) return final;
    throw new Error(`the site answered ${answer.status}`);
  };
  return {
    put: ({ recordingId, run, nth, startedMs }, { data, initBytes, fromMs, durationMs, sum }) =>
      ask(
        `${recordingId}/${run}/${nth}`,
        {
          'x-started-ms': String(startedMs),
          'x-from-ms': fromMs.toFixed(3),
          'x-duration-ms': durationMs.toFixed(3),
          'x-init-bytes': String(initBytes),
          'x-sha256': sum,
        },
        data,
      ),
    putPoster: ({ recordingId, run, nth }, image) => ask(`${recordingId}/${run}/${nth}/poster`, {}, image),
    end: ({ recordingId, run }) => ask(`${recordingId}/${run}/end`, {}),
  };
}
