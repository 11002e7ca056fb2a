import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a decoder in a process of its own gets out of init and fragments. */
export async function decodeMp4(frames: readonly Buffer[]): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'klieg-decode-'));
  const path = join(folder, 'stream.mp4');
  await writeFile(path, Buffer.concat(frames));
  const child = fork(new URL('../../testing/decode-main.ts', import.meta.url), [path], { execArgv: [] });
  try {
    const [answer] = await Promise.race([
      once(child, 'message') as Promise<[Record<string, number>]>,
      once(child, 'exit').then(([code]) => Promise.reject(new Error(`decoder ended with ${code}`))),
    ]);
    return answer;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
