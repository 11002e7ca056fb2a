import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { silentLog } from '@klieg/kernel';
import { freePort } from '@klieg/testing';
import { loopPath, prepareLoops } from '../apps/demo/src/index.ts';
import { type Crowd, startCrowd } from '../bench/media/crowd.ts';
import { makeLooks, type Row } from '../bench/soak/ledger-of-looks.ts';
import { makeMediaNodes, type MediaNodes, type SoakNode } from '../bench/soak/media-nodes.ts';
import { startPieceShelf } from '../bench/soak/piece-shelf.ts';

/*
 * Looks for what is not given back. Four media processes of one cluster have looped publishers and viewers by all
 * three ways, who come and go; those by WebRTC are behind a bad line. Streams are recorded in pieces again and again.
 * One origin and one edge are killed in turn, and two that are not feel it. Beside them runs a whole site with its demo
 * and its database, whose pages are asked for. What each process holds is looked at each 2 s, right after its garbage
 * was collected, and a line is laid through the second half of the time. Writes bench/results/soak.json each minute.
 */

const ROOT = join(import.meta.dirname, '..');
const PROBE = join(import.meta.dirname, 'soak-probe.ts');
const RESULT = join(ROOT, 'bench', 'results', 'soak.json');
const STREAMS = 2;
const WATCHING = { ws: 2, hls: 1, whep: 1 } as const;
const STAY_MS = 10_000;
/** As behind a telephone in a train. */
const LINE = { lossShare: 0.02, delayMs: 40, jitterMs: 30, kbps: 4_000 } as const;
const LOOK_MS = 2_000;
const KILL_MS = 45_000;
/** A recording goes on for so long, and after a pause of the same length the next one begins. */
const RECORD_MS = 25_000;
const PAGES_MS = 500;
const GOAL_MIB_PER_HOUR = 1;
const MINUTES_MAX = 24 * 60;
const PATHS = ['/', '/demo_model', '/api/v1/rooms?limit=20', '/girls', '/healthz'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string' }, 'no-site': { type: 'boolean' } },
});
const minutes = Number(values.minutes ?? positionals[0] ?? 60);
if (!(minutes >= 1 && minutes <= MINUTES_MAX)) {
  console.error(`usage: node scripts/soak.ts [--minutes 1 to ${MINUTES_MAX}] [--no-site]`);
  process.exit(2);
}
const durationMs = minutes * 60_000;
/** Two dozen samples at least, of half a minute at most. */
const looksPerSample = Math.max(2, Math.min(15, Math.floor(durationMs / 48 / LOOK_MS)));

const stopped = new AbortController();
process.once('SIGTERM', () => stopped.abort());
process.once('SIGINT', () => stopped.abort());
const isOver = (): boolean => stopped.signal.aborted;
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      stopped.signal.removeEventListener('abort', done);
      resolve();
    }
    stopped.signal.addEventListener('abort', done);
  });

const folder = mkdtempSync(join(tmpdir(), 'klieg-soak-'));
// The database runs as somebody else where this runs as root, and has to come to its own folder.
chmodSync(folder, 0o711);
const probes = join(folder, 'probes');
mkdirSync(probes);
// Parts of the site run as users of their own.
chmodSync(probes, 0o1777);
const probeEnv = { NODE_OPTIONS: `--expose-gc --import ${PROBE}`, SOAK_PROBE: probes };
const counts = { cuts: 0, bytes: 0, kills: 0, recordings: 0, pages: 0, failedPages: 0 };

async function prepareLoop(): Promise<string> {
  const ready = await prepareLoops({
    dataDir: folder,
    scenes: [{ scene: 's00', seed: 1 }],
    log: silentLog,
    onReady() {},
  }).done;
  if (ready.length === 0) throw new Error('the loop needs the optional package node-av');
  return loopPath(folder, 's00');
}

/** A whole site with its demo; resolves when it is ready. */
async function startSite(): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort(20);
  const child = spawn(process.execPath, [join(ROOT, 'apps', 'site', 'src', 'app', 'main.ts')], {
    stdio: process.env['LOGS'] ? 'inherit' : 'ignore',
    env: {
      ...process.env,
      ...probeEnv,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'site'),
      DEMO: '1',
      DEMO_LIVE: '1',
      SANDBOX_PORT: String(port + 1),
      RTMP_PORT: String(port + 2),
      ICE_PORT: String(port + 10),
      MEDIA_TRANSCODE_CORES: '0',
    },
  });
  const url = `http://127.0.0.1:${port}`;
  while (!isOver() && child.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return { child, url };
    await pause(500);
  }
  throw new Error('the site did not become ready');
}

async function askForPages(url: string): Promise<void> {
  for (let i = 0; !isOver(); i++) {
    const answer = await fetch(`${url}${PATHS[i % PATHS.length]}`).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => undefined);
    counts.pages += 1;
    if (!answer || answer.status >= 500) counts.failedPages += 1;
    await pause(PAGES_MS);
  }
}

async function record(nodes: MediaNodes, broadcastId: string): Promise<void> {
  while (!isOver()) {
    counts.recordings += 1;
    nodes.say({ kind: 'record', broadcastId, recordingId: randomUUID() });
    await pause(RECORD_MS);
    nodes.say({ kind: 'record', broadcastId, recordingId: null });
    await pause(RECORD_MS);
  }
}

/** Kills them in turn; each comes back in its place. */
async function killInTurn(nodes: MediaNodes, killed: SoakNode[]): Promise<void> {
  for (let i = 0; ; i++) {
    await pause(KILL_MS);
    if (isOver()) return;
    const at = i % killed.length;
    const node = killed[at]!;
    await nodes.kill(node);
    counts.kills += 1;
    killed[at] = await nodes.start(node.name, node.port);
  }
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
const worstOf = (rows: readonly Row[]): Row | undefined =>
  rows
    .filter(({ measure, isCrowd }) => measure === 'mib' && !isCrowd)
    .toSorted((one, other) => other.perHour - one.perHour)[0];

function report(atMs: number, rows: readonly Row[]): void {
  const worst = worstOf(rows);
  const figures = {
    minutes: rounded(atMs / 60_000),
    ...counts,
    megabytes: Math.round(counts.bytes / 1e6),
    ...(worst && { worst: worst.name, worstMibPerHour: rounded(worst.perHour) }),
  };
  const told = rows.map((row) => ({
    ...row,
    first: rounded(row.first),
    last: rounded(row.last),
    perHour: rounded(row.perHour),
  }));
  const result = {
    name: 'soak',
    command: `npm run soak -- --minutes ${minutes}`,
    figures,
    secondHalf: told,
    reference: {
      load: `2 times ${STREAMS} publishers, each with ${JSON.stringify(WATCHING)} viewers who stay for ${STAY_MS / 1000} to ${(3 * STAY_MS) / 1000} s`,
    },
    goal: { mibPerHour: GOAL_MIB_PER_HOUR },
    machine: `${availableParallelism()} cores, Node ${process.versions.node}, ${process.platform}`,
  };
  mkdirSync(join(ROOT, 'bench', 'results'), { recursive: true });
  writeFileSync(RESULT, `${JSON.stringify(result, null, 2)}\n`);
  console.log(JSON.stringify(figures));
}

function printTable(rows: readonly Row[]): void {
  const columns = (cells: readonly string[]): string =>
    cells.map((cell, i) => (i < 2 ? cell.padEnd(i === 0 ? 44 : 18) : cell.padStart(12))).join('');
  console.log(columns(['second half', 'what', 'first', 'last', 'an hour']));
  for (const { name, measure, first, last, perHour } of rows)
    console.log(columns([name, measure, ...[first, last, perHour].map((value) => value.toFixed(2))]));
}

async function soak(crowds: readonly Crowd[], looks: ReturnType<typeof makeLooks>): Promise<readonly Row[]> {
  const startMs = performance.now();
  const since = (): number => performance.now() - startMs;
  for (let count = 1; since() < durationMs && !isOver(); count++) {
    await pause(LOOK_MS);
    looks.look(since(), count % looksPerSample === 0);
    for (const crowd of crowds) {
      const more = await crowd.ask();
      counts.cuts += more.cuts;
      counts.bytes += more.bytes;
    }
    if (count % Math.round(60_000 / LOOK_MS) === 0) report(since(), looks.rows(since()));
  }
  const rows = looks.rows(since());
  report(since(), rows);
  return rows;
}

const secret = randomBytes(32).toString('hex');
const shelf = await startPieceShelf(join(folder, 'shelf'));
const nodes = makeMediaNodes({ secret, siteUrl: shelf.url, folder: join(folder, 'media'), env: probeEnv });
const crowds: Crowd[] = [];
let site: Awaited<ReturnType<typeof startSite>> | undefined;
let rows: readonly Row[] = [];
try {
  const loopFile = await prepareLoop();
  site = values['no-site'] ? undefined : await startSite();
  const port = await freePort(4);
  const [origin, edge, ...killed] = await Promise.all(
    ['origin', 'edge', 'killed-origin', 'killed-edge'].map((name, i) => nodes.start(name, port + i)),
  );
  for (const at of [origin!, killed[0]!]) {
    const streamNames = Array.from({ length: STREAMS }, () => randomBytes(16).toString('base64url'));
    const playPorts = [at.port, edge!.port, killed[1]!.port];
    const more = { playPorts, stayMs: STAY_MS, line: LINE };
    const crowd = await startCrowd({ port: at.port, secret, streamNames, loopFile, ...more });
    crowds.push(crowd);
    await crowd.untilLive();
    await crowd.watch(WATCHING);
    for (const streamName of streamNames) void record(nodes, streamName);
  }
  void killInTurn(nodes, killed);
  if (site) void askForPages(site.url);
  const looks = makeLooks({
    probes,
    looksPerSample,
    folders: {
      'media folders': join(folder, 'media'),
      shelf: join(folder, 'shelf'),
      'site folder': join(folder, 'site'),
    },
    roots: () => [
      ...[origin!, edge!, ...killed].map(({ name, pid }) => ({ name, pid, isCrowd: false })),
      ...(site ? [{ name: 'site', pid: site.child.pid!, isCrowd: false }] : []),
      ...crowds.map(({ pid }) => ({ name: 'crowd', pid, isCrowd: true })),
    ],
  });
  rows = await soak(crowds, looks);
} finally {
  stopped.abort();
  for (const crowd of crowds) await crowd.stop();
  await nodes.stop();
  if (site) {
    site.child.kill('SIGTERM');
    if (site.child.exitCode === null) await once(site.child, 'exit');
  }
  shelf.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
printTable(rows.filter(({ isCrowd }) => !isCrowd));
const worst = worstOf(rows);
console.log(`pieces ${shelf.counts.pieces} ended runs ${shelf.counts.ended}`);
console.log(
  `soak worst ${(worst?.perHour ?? NaN).toFixed(2)} MiB/h (${worst?.name ?? 'nothing'}) goal ${GOAL_MIB_PER_HOUR}`,
);
process.exit(0);
