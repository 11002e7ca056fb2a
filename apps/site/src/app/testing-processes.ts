import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What the kernel says of a process. */
export interface SeenProcess {
  readonly pid: number;
  readonly kind: string;
  /** Real, effective, saved and that of files, as one number where they are the same. */
  readonly uid: string;
  readonly gid: string;
  readonly groups: string;
  /** Whether it has a capability now or may get one. */
  readonly hasCapabilities: boolean;
  readonly noNewPrivs: string;
  readonly seccomp: string;
  readonly environment: readonly string[];
}

/** Kinds by what stands in the command line; the first that fits. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/\/ask-supervisor\.pl\0.*\0(?:thumbnails|transcode|remux)\0/, 'stand-in of media'],
  [/\/ask-supervisor\.pl\0/, 'stand-in of the site'],
  [/\/supervisor\.pl\0/, 'supervisor'],
  [/site\/src\/app\/main\.ts\0/, 'site'],
  [/database-main\.ts\0/, 'database part'],
  [/klieg-database-watchdog\0/, 'watchdog'],
  [/\/bin\/postgres\0|^postgres: /, 'postgres'],
  [/media\/src\/main\.ts\0/, 'media'],
  [/sandbox\/src\/main\.ts\0/, 'sandbox'],
  [/demo\/src\/publishers-main\.ts\0/, 'demo publishers'],
  [/demo\/src\/viewers-main\.ts\0/, 'demo viewers'],
  [/demo\/src\/(?:encode-loops|write-clip)-main\.ts\0/, 'loop encoder'],
  [/thumbnail-worker\.ts\0/, 'thumbnails'],
  [/transcode-worker\.ts\0/, 'transcode'],
  [/remux-worker\.ts\0/, 'remux'],
  [/image-worker\.ts\0/, 'images'],
  [/video-worker\.ts\0/, 'videos'],
];

const kindOf = (command: string): string =>
  KINDS.find(([pattern]) => pattern.test(command))?.[1] ?? command.replaceAll('\0', ' ');

function look(pid: number): (SeenProcess & { readonly parent: number }) | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const field = (name: string) => new RegExp(`^${name}:[ \t]*(.*)$`, 'm').exec(status)?.[1]?.trim() ?? '';
    const alike = (name: string) => [...new Set(field(name).split(/\s+/))].join(' ');
    return {
      pid,
      parent: Number(field('PPid')),
      kind: kindOf(readFileSync(`/proc/${pid}/cmdline`, 'utf8')),
      uid: alike('Uid'),
      gid: alike('Gid'),
      groups: field('Groups'),
      hasCapabilities: ['CapInh', 'CapPrm', 'CapEff', 'CapAmb'].some((name) => /[^0]/.test(field(name))),
      noNewPrivs: field('NoNewPrivs'),
      seccomp: field('Seccomp'),
      environment: readFileSync(`/proc/${pid}/environ`, 'utf8')
        .split('\0')
        .filter(Boolean)
        .map((line) => line.split('=')[0]!)
        .toSorted(),
    };
  } catch {
    // It has ended while we looked.
    return undefined;
  }
}

/** A process and all that have come from it. */
export function listProcesses(root: number): readonly SeenProcess[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => look(Number(name)) ?? []);
  const found = all.filter(({ pid }) => pid === root);
  // The list grows while it is walked, by the children of what it has.
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

/** Whether a user with no other rights may read a file. */
export const mayRead = (uid: number, file: string): boolean =>
  spawnSync('/usr/bin/test', ['-r', file], { uid, gid: uid }).status === 0;

/** A site as `npm start` starts it. */
export interface StartedSite {
  readonly process: ChildProcess;
  /** What it has said. */
  said(): string;
  /** Ends it in order; resolves with its code. */
  stop(): Promise<number | null>;
}

/** Each of some ten processes compiles what it runs for a user of its own: minutes on half a core with others beside it. */
const START_MS = 600_000;

/** Starts the site with an environment, as root or as somebody else; resolves when it is ready. */
export async function startWholeSite(env: Record<string, string>, uid?: number): Promise<StartedSite> {
  const program = fileURLToPath(new URL('./main.ts', import.meta.url));
  const started = spawn(process.execPath, [program], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  let said = '';
  const ended = once(started, 'exit');
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`it is not ready:\n${said}`)), START_MS);
      const hear = (text: unknown) => {
        said += String(text);
        if (/^ready /m.test(said)) resolve();
      };
      for (const stream of [started.stdout, started.stderr]) stream.on('data', hear);
      started.once('close', () => reject(new Error(`it ended:\n${said}`)));
    });
  } catch (error) {
    // Nobody else knows of it.
    started.kill('SIGTERM');
    throw error;
  } finally {
    clearTimeout(timer);
  }
  return {
    process: started,
    said: () => said,
    async stop() {
      started.kill('SIGTERM');
      const [code] = (await ended) as [number | null];
      return code;
    },
  };
}
