import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { DatabaseConnection } from '#site/platform/postgres/index.ts';
import type { NodeAnswer, NodeQuestion } from '../billers/testing-biller-main.ts';
import type { TestPost } from '../billers/testing-biller-nodes.ts';

/** A node that is a process of its own. Whoever asks it while it is started anew waits until it is up. */
export interface KillableNode {
  /** Resolves when the node has answered the biller; with false when it was killed before. */
  receive(post: TestPost): Promise<boolean>;
  /** Works off what was kept and not finished. @returns how many posts that were */
  resume(): Promise<number>;
  /** Kills the process as it is and starts another; resolves when that is up. */
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
}

const main = new URL('../billers/testing-biller-main.ts', import.meta.url);

/** Starts a node on the database; it ends with this process too. */
export async function startKillableNode(connection: DatabaseConnection): Promise<KillableNode> {
  let lastId = 0;
  /** Who waits for an answer of the process that runs now. */
  let waiting = new Map<number, (answer: NodeAnswer | undefined) => void>();

  async function launch(): Promise<ChildProcess> {
    const child = fork(main, [JSON.stringify(connection)], { execArgv: [] });
    const own = (waiting = new Map());
    child.on('message', (message) => {
      if (message === 'ready') return;
      const answer = message as NodeAnswer;
      own.get(answer.id)?.(answer);
      own.delete(answer.id);
    });
    child.once('exit', () => {
      for (const tell of own.values()) tell(undefined);
    });
    await once(child, 'message');
    return child;
  }

  async function end(child: ChildProcess): Promise<void> {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  let running = launch();
  await running;

  async function ask(post?: TestPost): Promise<NodeAnswer | undefined> {
    const child = await running;
    // Nobody would answer for one that ended by a fault of its own.
    if (child.exitCode !== null || child.signalCode !== null) return undefined;
    const id = ++lastId;
    const answer = new Promise<NodeAnswer | undefined>((resolve) => waiting.set(id, resolve));
    // One that was killed at this moment answers by its end.
    child.send({ id, ...(post && { post }) } satisfies NodeQuestion, () => undefined);
    return answer;
  }

  return {
    receive: async (post) => (await ask(post)) !== undefined,
    async resume() {
      const answer = await ask();
      if (!answer) throw new Error('the node was killed while it worked off what was left');
      return answer.count;
    },
    async killAndRestart() {
      running = running.then(async (child) => {
        await end(child);
        return launch();
      });
      await running;
    },
    stop: async () => end(await running),
  };
}
