import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { MEDIA_COMMANDS, type MediaCommand } from '@klieg/contract/media';
import { partFlags } from '@klieg/processes';
import { NATIVE_MEMORY } from '../../apps/site/src/app/native-memory.ts';

/** A media process of the soak; what takes its place after a kill has the same name and port. */
export interface SoakNode {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
}

export interface MediaNodes {
  /** Starts a process, or another one in the place of one that has ended. */
  start(name: string, port: number): Promise<SoakNode>;
  /** Ends it as a power cut would; resolves when it is gone. */
  kill(node: SoakNode): Promise<void>;
  say(command: MediaCommand): void;
  stop(): Promise<void>;
}

interface BusMessage {
  readonly bus?: 'publish';
  readonly ready?: boolean;
  readonly subject?: string;
  readonly message?: unknown;
}

export interface MediaNodesOptions {
  readonly secret: string;
  /** Where pieces of recordings go. */
  readonly siteUrl: string;
  /** For what each process keeps on the disk. */
  readonly folder: string;
  /** What each process loads and tells to where. */
  readonly env: Readonly<Record<string, string>>;
}

/** Real media processes as production starts them, with this process as the hub of their bus. */
export function makeMediaNodes({ secret, siteUrl, folder, env }: MediaNodesOptions): MediaNodes {
  const children = new Map<string, ChildProcess>();
  const say = (message: object): void => {
    for (const child of children.values()) if (child.connected) child.send(message, () => {});
  };
  return {
    async start(name, port) {
      const child = fork(join(import.meta.dirname, '..', '..', 'apps', 'media', 'src', 'main.ts'), [], {
        execArgv: [...partFlags.media],
        stdio: ['ignore', 'ignore', process.env['LOGS'] ? 'inherit' : 'ignore', 'ipc'],
        env: {
          ...NATIVE_MEMORY,
          ...process.env,
          ...env,
          MEDIA_PORT: String(port),
          MEDIA_HOST: '127.0.0.1',
          MEDIA_INTERNAL_URL: 'http://127.0.0.1:0',
          MEDIA_SECRET: secret,
          MEDIA_SITE_URL: siteUrl,
          MEDIA_RECORDINGS: join(folder, name),
          MEDIA_RECORDING_FREE_MB: '1',
          NODE_NAME: name,
        },
      });
      children.set(name, child);
      await new Promise<void>((resolve, reject) => {
        child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
        child.on('message', (message: BusMessage) => {
          if (message.bus === 'publish') say(message);
          if (message.ready) resolve();
        });
      });
      return { name, port, pid: child.pid! };
    },
    async kill({ name }) {
      const child = children.get(name);
      children.delete(name);
      if (!child || child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    say: (command) => say({ bus: 'publish', subject: MEDIA_COMMANDS, message: command }),
    async stop() {
      const all = [...children.values()].filter(({ exitCode }) => exitCode === null);
      children.clear();
      const ended = all.map((child) => once(child, 'exit'));
      for (const child of all) child.kill('SIGTERM');
      await Promise.all(ended);
    },
  };
}
