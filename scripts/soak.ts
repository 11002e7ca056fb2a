import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { silentLog } from '@klieg/kernel';
import { loopPath, prepareLoops } from '../apps/demo/src/index.ts';
import { partFlags } from '@klieg/processes';
import { NATIVE_MEMORY } from '../apps/site/src/app/native-memory.ts';
import { type Crowd, startCrowd } from '../bench/media/crowd.ts';

/*
 * Looks for memory that is not given back: looped publishers with viewers of every way out, for as many
 * minutes as argument 1 says. The memory of every process is looked at each 2 s, and the least of each half
 * minute is noted: what remains right after a collection is held, what comes on top is on its way. After a
 * warm-up a line is laid through it. The processes collect their garbage more often than that, so that
 * slack of the engine is no slope. Writes bench/results/soak.json each minute, and ends by itself.
 */

const ROOT = join(import.meta.dirname, '..');
const PROBE = join(import.meta.dirname, 'soak-probe.ts');
const RESULT = join(ROOT, 'bench', 'results', 'soak.json');
const STREAMS = 6;
const WATCHING = { ws: 2, hls: 1, whep: 1 } as const;
const LOOK_MS = 2_000;
const LOOKS_PER_SAMPLE = 15;
const LOOKS_PER_REPORT = 30;
/** A sixth of the time, and no more than this. */
const WARM_UP_MS_MAX = 10 * 60_000;
const GOAL_MIB_PER_HOUR = 1;
const MINUTES_MAX = 24 * 60;
const PAGE_BYTES = 4_096;
/** A process has to have been there for this many samples to have a slope. */
const SAMPLES_MIN = 12;
const PROCESSES_MAX = 100;
const HOUR_MS = 3_600_000;

interface Memory {
  readonly name: string;
  readonly samples: { readonly atMs: number; readonly mib: number }[];
  /** Since the last sample. */
  readonly looks: number[];
}

const minutes = Number(process.argv[2] ?? 60);
if (!(minutes >= 1 && minutes <= MINUTES_MAX)) {
  console.error(`usage: node scripts/soak.ts [minutes, 1 to ${MINUTES_MAX}]`);
  process.exit(2);
}
const durationMs = minutes * 60_000;
const warmUpMs = Math.min(WARM_UP_MS_MAX, durationMs / 6);

const mibOf = (pid: number): number =>
  (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES) / 2 ** 20;

/** Processes whose parent is this one, with the file that they run. */
function childrenOf(parent: number): { pid: number; name: string }[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      try {
        const stat = readFileSync(`/proc/${entry}/stat`, 'utf8').split(') ')[1]!;
        if (Number(stat.split(' ')[1]) !== parent) return [];
        const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8').split('\0');
        const file = command.find((part) => part.endsWith('.ts')) ?? '';
        return [{ pid: Number(entry), name: basename(file, '.ts') }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}

/** MiB per hour of the line with the least squares through the samples. */
function slopeOf(samples: Memory['samples']): number {
  const meanMs = samples.reduce((sum, { atMs }) => sum + atMs, 0) / samples.length;
  const meanMib = samples.reduce((sum, { mib }) => sum + mib, 0) / samples.length;
  let covariance = 0;
  let variance = 0;
  for (const { atMs, mib } of samples) {
    covariance += (atMs - meanMs) * (mib - meanMib);
    variance += (atMs - meanMs) ** 2;
  }
  return variance === 0 ? 0 : (covariance / variance) * HOUR_MS;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** The real media process, with what it has by default. */
async function startMedia(secret: string): Promise<{ pid: number; port: number; stop(): Promise<void> }> {
  const child = fork(join(ROOT, 'apps', 'media', 'src', 'main.ts'), [], {
    execArgv: [...partFlags.media],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...NATIVE_MEMORY,
      ...process.env,
      NODE_OPTIONS: `--expose-gc --import ${PROBE}`,
      MEDIA_PORT: '0',
      MEDIA_HOST: '127.0.0.1',
      MEDIA_SECRET: secret,
    },
  });
  // Its facts for the site come as messages as well.
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the media process ended with ${code}`)));
    child.on('message', (message: { ready?: boolean; port?: number }) => {
      if (message.ready && message.port) resolve(message.port);
    });
  });
  return {
    pid: child.pid!,
    port,
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Not of the product. */
const CROWD = 'publishers-and-viewers';
const memories = new Map<number, Memory>();
let cuts = 0;
let bytes = 0;
/** Of the processes of the product. */
let worstMibPerHour = -Infinity;

function note(pid: number, name: string, atMs: number): void {
  if (!memories.has(pid) && memories.size >= PROCESSES_MAX) return;
  const memory = memories.get(pid) ?? { name, samples: [], looks: [] };
  memories.set(pid, memory);
  try {
    memory.looks.push(mibOf(pid));
  } catch {
    // It has ended meanwhile.
  }
  if (memory.looks.length < LOOKS_PER_SAMPLE) return;
  memory.samples.push({ atMs, mib: Math.min(...memory.looks) });
  memory.looks.length = 0;
}

function look(media: number, crowd: number, atMs: number): void {
  note(media, 'media', atMs);
  note(crowd, CROWD, atMs);
  for (const { pid, name } of childrenOf(media)) note(pid, name, atMs);
}

/** Writes what is known so far. */
function report(atMs: number): void {
  const figures: Record<string, number> = {
    minutes: rounded(atMs / 60_000),
    cuts,
    megabytes: Math.round(bytes / 1e6),
  };
  worstMibPerHour = -Infinity;
  for (const [pid, { name, samples }] of memories) {
    const warm = samples.filter((sample) => sample.atMs >= warmUpMs);
    if (warm.length < SAMPLES_MIN) continue;
    const slope = rounded(slopeOf(warm));
    if (name !== CROWD) worstMibPerHour = Math.max(worstMibPerHour, slope);
    figures[`${name}-${pid}-mibPerHour`] = slope;
    figures[`${name}-${pid}-mibFirst`] = rounded(warm[0]!.mib);
    figures[`${name}-${pid}-mibLast`] = rounded(warm.at(-1)!.mib);
  }
  if (worstMibPerHour > -Infinity) figures['worstMibPerHour'] = worstMibPerHour;
  const result = {
    name: 'soak',
    command: `node scripts/soak.ts ${minutes}`,
    figures,
    reference: {
      load: `${STREAMS} publishers, each with ${JSON.stringify(WATCHING)} viewers`,
      warmUpMinutes: rounded(warmUpMs / 60_000),
    },
    goal: { mibPerHour: GOAL_MIB_PER_HOUR },
    machine: `${availableParallelism()} cores, Node ${process.versions.node}, ${process.platform}`,
  };
  mkdirSync(join(ROOT, 'bench', 'results'), { recursive: true });
  writeFileSync(RESULT, `${JSON.stringify(result, null, 2)}\n`);
  console.log(JSON.stringify(figures));
}

async function prepareLoop(folder: string): Promise<string> {
  const ready = await prepareLoops({
    dataDir: folder,
    scenes: [{ scene: 's00', seed: 1 }],
    log: silentLog,
    onReady() {},
  }).done;
  if (ready.length === 0) throw new Error('the loop needs the optional package node-av');
  return loopPath(folder, 's00');
}

const stopped = new AbortController();
process.once('SIGTERM', () => stopped.abort());
process.once('SIGINT', () => stopped.abort());
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    stopped.signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });

async function soak(mediaPid: number, crowd: Crowd): Promise<void> {
  await crowd.untilLive();
  await crowd.watch(WATCHING);
  const startMs = performance.now();
  for (let count = 1; performance.now() - startMs < durationMs && !stopped.signal.aborted; count++) {
    await pause(LOOK_MS);
    const atMs = performance.now() - startMs;
    look(mediaPid, crowd.pid, atMs);
    const counts = await crowd.ask();
    cuts += counts.cuts;
    bytes += counts.bytes;
    if (count % LOOKS_PER_REPORT === 0) report(atMs);
  }
  report(performance.now() - startMs);
}

const folder = mkdtempSync(join(tmpdir(), 'klieg-soak-'));
const secret = randomBytes(32).toString('hex');
const media = await startMedia(secret);
let crowd: Crowd | undefined;
try {
  const loopFile = await prepareLoop(folder);
  const streamNames = Array.from({ length: STREAMS }, () => randomBytes(16).toString('base64url'));
  crowd = await startCrowd({ port: media.port, secret, streamNames, loopFile });
  await soak(media.pid, crowd);
} finally {
  await crowd?.stop();
  await media.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`soak worst ${worstMibPerHour.toFixed(2)} MiB/h goal ${GOAL_MIB_PER_HOUR}`);
process.exit(0);
