import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodePlan } from './testing-node-main.ts';

/** The root secret of all nodes of a test. */
export const NODE_SECRET = 'ab'.repeat(32);

/** A site in a process of its own. */
export interface TestNode {
  readonly url: string;
  readonly process: ChildProcess;
  /** Ends it without a word, as a crash does. */
  kill(): Promise<void>;
}

/** Starts a site without pages on a port, and media where that is asked for; resolves when it serves. */
export async function startTestNode(
  port: number,
  connection: NodePlan['connection'],
  env: NodePlan['env'] = {},
  {
    main = new URL('./testing-node-main.ts', import.meta.url),
    ...more
  }: Pick<NodePlan, 'diesAfterCommits' | 'diesAfterFact' | 'sandbox' | 'hasMedia'> & {
    /** The same program of another version. */
    readonly main?: URL;
  } = {},
): Promise<TestNode> {
  const dataDir = mkdtempSync(join(tmpdir(), 'klieg-node-'));
  const plan: NodePlan = {
    connection,
    env: { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, SECRET: NODE_SECRET, ...env },
    ...more,
  };
  const child = fork(main, [JSON.stringify(plan)], {
    execArgv: [],
  });
  child.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`a node ended with ${code}`))),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
