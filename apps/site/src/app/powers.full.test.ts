import { fork, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Users, usersFrom } from '@klieg/processes';
import { freePort } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { giveLoops } from '@klieg/testing/kept-loops';
import { isLongRun } from '@klieg/testing/run-length';
import { afterAll, describe, expect, test } from 'vitest';
import {
  listProcesses,
  mayRead,
  type SeenProcess,
  type StartedSite,
  startWholeSite,
} from './testing-processes.ts';

/*
 * What each process of a whole site may do, as the kernel tells it: user, groups, capabilities, filter, what is in its
 * environment, and whether its user may read the root secret and the database.
 */

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const program = (name: string) =>
  fileURLToPath(new URL(`../../../../packages/processes/src/${name}`, import.meta.url));
const commandOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8');

const NOBODY = 65534;
const LOOK_MS = 500;
const isRoot = process.getuid?.() === 0;
const folder = mkdtempSync(join(tmpdir(), 'klieg-powers-'));
chmodSync(folder, 0o755);
const running: StartedSite[] = [];
afterAll(async () => {
  for (const site of running) if (site.process.exitCode === null) await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Secrets that the operator gives to the site, and to nobody else. */
const SECRETS = { MAIL_URL: 'smtp://user:word@127.0.0.1:9', METRICS_TOKEN: 'a-token-of-the-operator' };
const settings = async (dataDir: string) => ({
  ...SECRETS,
  DATA_DIR: dataDir,
  PORT: String(await freePort()),
  SANDBOX_PORT: String(await freePort()),
  RTMP_PORT: '0',
  DEMO: '1',
  DEMO_LIVE: '1',
  HOME: '/root',
});

/** Starts a site and waits until a picture of a live stream is decoded. */
async function startSeen(
  dataDir: string,
  { uid, env = {} }: { readonly uid?: number; readonly env?: Record<string, string> } = {},
): Promise<StartedSite> {
  // A broadcast needs its loop, which a new site renders first; only a long run waits for that.
  if (!isLongRun) giveLoops(dataDir);
  const site = await startWholeSite({ ...(await settings(dataDir)), ...env }, uid);
  running.push(site);
  // Each look reads all of /proc.
  await eventually(() => expect(readdirSync(join(dataDir, 'demo'))).not.toEqual([]), LOOK_MS);
  await eventually(() => expect(kindsOf(site)).toContain('thumbnails'), LOOK_MS);
  return site;
}
const seen = ({ process: { pid } }: StartedSite): readonly SeenProcess[] => listProcesses(pid!);
const kindsOf = (site: StartedSite): readonly string[] => seen(site).map(({ kind }) => kind);

const users = usersFrom();

/** By kind: the user, whether a filter for system calls is there, and the names that may be in the environment. */
type PowerTable = Readonly<
  Record<string, { readonly uid: number; readonly isFiltered?: boolean; readonly environment: RegExp }>
>;

const OF_THE_MACHINE = 'HOME|PATH|TMPDIR|TZ|LANG|LC_ALL|NODE_ENV|NODE_EXTRA_CA_CERTS';
const OF_THE_CHANNEL = 'NODE_CHANNEL_FD|NODE_CHANNEL_SERIALIZATION_MODE|KLIEG_LAUNCHER|MALLOC_[A-Z_]+';
const only = (names: string) => new RegExp(`^(?:${OF_THE_CHANNEL}|${names})$`);
const anything = /./;

const tableOf = (users: Users): PowerTable => ({
  // Stays root to start parts as other users, and does nothing else.
  supervisor: { uid: 0, environment: anything },
  site: { uid: users.site, environment: anything },
  // They pass on what a part is given, and so have it as well.
  'stand-in of media': { uid: users.media, environment: only('') },
  'stand-in of the site': {
    uid: users.site,
    environment: only(`${OF_THE_MACHINE}|DATA_DIR|NODE_NAME|(?:MEDIA|SANDBOX|DEMO)_[A-Z_]+`),
  },
  'database part': { uid: users.database, environment: only(`${OF_THE_MACHINE}|DATA_DIR`) },
  // The server writes the titles of its processes over its environment.
  postgres: { uid: users.database, environment: anything },
  watchdog: { uid: users.database, environment: only(`${OF_THE_MACHINE}|PWD`) },
  media: { uid: users.media, environment: only(`${OF_THE_MACHINE}|MEDIA_[A-Z_]+|NODE_NAME`) },
  sandbox: { uid: users.helpers, environment: only(`${OF_THE_MACHINE}|SANDBOX_[A-Z_]+`) },
  'demo publishers': { uid: users.helpers, environment: only(`${OF_THE_MACHINE}|DATA_DIR`) },
  'demo viewers': { uid: users.helpers, environment: only(`${OF_THE_MACHINE}|DEMO_[A-Z_]+`) },
  'loop encoder': { uid: users.site, environment: only('') },
  thumbnails: { uid: users.decoders, isFiltered: true, environment: only('') },
  transcode: { uid: users.decoders, isFiltered: true, environment: only('') },
  images: { uid: users.decoders, isFiltered: true, environment: only('') },
  videos: { uid: users.decoders, isFiltered: true, environment: only('') },
  // It reads and writes recordings, which are the media process's own.
  remux: { uid: users.media, isFiltered: true, environment: only('') },
});
const asRoot = tableOf(users);
/** Parts that are there only while there is something for them to do, by who may ask for them. */
const SELDOM = {
  transcode: users.media,
  remux: users.media,
  images: users.site,
  videos: users.site,
} as const;
const isSeldom = (kind: string): boolean => kind === 'loop encoder' || kind in SELDOM;

function expectPowers(found: readonly SeenProcess[], table: PowerTable): void {
  for (const one of found) {
    const expected = table[one.kind];
    const label = `${one.kind} ${one.pid}`;
    expect(expected, label).toBeDefined();
    const { uid, isFiltered = false, environment } = expected!;
    expect(
      one.environment.filter((name) => !environment.test(name)),
      label,
    ).toEqual([]);
    if (one.kind !== 'site' && one.kind !== 'supervisor')
      for (const name of Object.keys(SECRETS)) expect(one.environment, label).not.toContain(name);
    if (uid === 0) continue;
    expect(one, label).toMatchObject({
      uid: String(uid),
      gid: String(uid),
      groups: '',
      hasCapabilities: false,
      seccomp: isFiltered ? '2' : '0',
    });
  }
}

describe.runIf(isRoot)('started as root', () => {
  const dataDir = join(folder, 'root');
  const at = (name: string) => join(dataDir, name);
  let site: StartedSite;

  test('every process is a user of its own without capabilities, by the table', async () => {
    // As an earlier start as root left it: root's, in a folder of the database's user.
    mkdirSync(at('blobs'), { recursive: true, mode: 0o700 });
    writeFileSync(at('blobs/kept'), 'a picture', { mode: 0o600 });
    writeFileSync(at('secret'), 'ab'.repeat(32), { mode: 0o600 });
    chownSync(dataDir, NOBODY, NOBODY);
    site = await startSeen(dataDir);
    const found = seen(site);
    expectPowers(found, asRoot);
    for (const one of found) if (one.uid !== '0') expect(one.noNewPrivs, one.kind).toBe('1');
    const kinds = new Set(found.map(({ kind }) => kind));
    expect(Object.keys(asRoot).filter((kind) => !kinds.has(kind) && !isSeldom(kind))).toEqual([]);
    expect(found.filter(({ uid }) => uid === '0')).toHaveLength(1);
  });

  test('the root secret is the site’s alone, and files of the database the database’s', () => {
    const mayReadBy = (file: string) =>
      Object.entries(users).flatMap(([name, uid]) => (mayRead(uid, at(file)) ? [name] : []));
    expect(mayReadBy('secret')).toEqual(['site']);
    expect(mayReadBy('blobs/kept')).toEqual(['site']);
    expect(mayReadBy('database-passwords')).toEqual(['database']);
    expect(mayReadBy('cluster/PG_VERSION')).toEqual(['database']);
    expect(mayReadBy('cluster/base')).toEqual(['database']);
    // In a folder of root nobody can put another file in the place of theirs.
    expect(statSync(dataDir)).toMatchObject({ uid: 0, gid: 0 });
    expect(statSync(dataDir).mode & 0o022).toBe(0);
  });

  /** Where parts are asked for. */
  const launcherOf = (): string => {
    const [supervisor] = seen(site).filter(({ kind }) => kind === 'supervisor');
    const words = commandOf(supervisor!.pid).split('\0');
    return words.find((word) => word.endsWith('/socket'))!;
  };

  test('parts that are seldom there hold to the table as well: transcoding, remuxing, pictures that are sent', async () => {
    const parts = Object.entries(SELDOM);
    const standIns = parts.map(([part, uid]) =>
      fork(part, [], {
        execPath: '/usr/bin/perl',
        execArgv: [program('ask-supervisor.pl'), launcherOf()],
        uid,
        gid: uid,
        env: {},
        serialization: 'advanced',
      }),
    );
    try {
      await eventually(() => {
        const found = seen(site).filter(({ kind }) => kind in SELDOM);
        // Until it is confined, a part is the program that confines it.
        expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(Object.keys(SELDOM)));
        expectPowers(found, asRoot);
        for (const one of found) expect(one.noNewPrivs, one.kind).toBe('1');
      }, LOOK_MS);
    } finally {
      for (const standIn of standIns) standIn.kill('SIGTERM');
    }
  });

  test('the supervisor starts for each user what it may ask for, and nothing else', () => {
    const launcher = launcherOf();
    const ask = (uid: number, part: string) =>
      spawnSync('/usr/bin/perl', [program('ask-supervisor.pl'), launcher, part], {
        uid,
        gid: uid,
        env: {},
        timeout: 60_000,
      });
    const refused = { status: 126, signal: null };
    for (const uid of [users.decoders, users.helpers, users.database, NOBODY])
      for (const part of Object.keys(asRoot)) expect(ask(uid, part), `${uid} ${part}`).toMatchObject(refused);
    expect(ask(users.media, 'database')).toMatchObject(refused);
    expect(ask(users.site, 'site')).toMatchObject(refused);
    expect(ask(users.site, 'thumbnails')).toMatchObject(refused);
    expect(ask(users.site, '/bin/sh')).toMatchObject(refused);
    // Without a channel this one ends by itself once it was started.
    expect(ask(users.site, 'images')).toMatchObject({ status: 0, signal: null });
  });

  test('a part that dies is started again, and with the end of the supervisor all end', async () => {
    const mediaOf = () => seen(site).filter(({ kind }) => kind === 'media');
    const [before] = mediaOf();
    process.kill(before!.pid, 'SIGKILL');
    await eventually(() => {
      const [now] = mediaOf();
      expect(now).toMatchObject({ uid: String(users.media) });
      expect(now!.pid).not.toBe(before!.pid);
    }, LOOK_MS);
    const all = seen(site).map(({ pid }) => pid);
    site.process.kill('SIGKILL');
    await eventually(() => expect(all.filter((pid) => existsSync(`/proc/${pid}/exe`))).toEqual([]));
  });

  test.runIf(isLongRun)(
    'it starts anew on what is there, as other users where it is told to, and ends in order',
    async () => {
      const others = usersFrom(58_501);
      const again = await startSeen(dataDir, { env: { FIRST_UID: String(others.site) } });
      expectPowers(seen(again), tableOf(others));
      expect(statSync(at('blobs/kept')).uid).toBe(others.site);
      expect(statSync(at('cluster/PG_VERSION')).uid).toBe(others.database);
      expect(mayRead(users.site, at('secret'))).toBe(false);
      const all = seen(again).map(({ pid }) => pid);
      expect(await again.stop()).toBe(0);
      expect(all.filter((pid) => existsSync(`/proc/${pid}/exe`))).toEqual([]);
      expect(existsSync(at('cluster/postmaster.pid'))).toBe(false);
    },
  );
});

describe('started as somebody who is not root', () => {
  const dataDir = join(folder, 'plain');
  const uid = isRoot ? NOBODY : process.getuid!();

  test.runIf(isLongRun)(
    'every process is that user, and what reads strangers’ media is confined',
    async () => {
      mkdirSync(dataDir, { mode: 0o700 });
      if (isRoot) chownSync(dataDir, uid, uid);
      const site = await startSeen(dataDir, { uid });
      const parts = Object.entries(asRoot).filter(
        ([kind]) => !/^(?:supervisor|stand-in|database part)/.test(kind),
      );
      const same = Object.fromEntries(parts.map(([kind, part]) => [kind, { ...part, uid }]));
      expectPowers(seen(site), same);
      const decoder = seen(site).find(({ kind }) => kind === 'thumbnails');
      expect(decoder).toMatchObject({ noNewPrivs: '1', seccomp: '2' });
      expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
      expect(statSync(join(dataDir, 'database-passwords')).mode & 0o777).toBe(0o600);
      expect(await site.stop()).toBe(0);
    },
  );
});

test.runIf(isRoot)(
  'a first start with SECRET given makes the data directory, and says which folder is closed',
  () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const dataDir = join(closed, 'new');
    const { status, stdout, stderr } = spawnSync(process.execPath, [main], {
      env: {
        PATH: process.env['PATH'] ?? '',
        DATA_DIR: dataDir,
        SECRET: 'ab'.repeat(32),
        PORT: '8080',
        RTMP_PORT: '0',
      },
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stdout + stderr).toContain(`chmod o+x ${closed}`);
    expect(stdout + stderr).not.toContain('ENOENT');
    expect(statSync(dataDir).uid).toBe(0);
  },
);

test.runIf(isRoot && isLongRun)('a port for which one has to be root is refused by a sentence', () => {
  const privileged = Number(
    spawnSync('/bin/cat', ['/proc/sys/net/ipv4/ip_unprivileged_port_start'], { encoding: 'utf8' }).stdout,
  );
  if (privileged < 2) return;
  const { status, stderr } = spawnSync(process.execPath, [main], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: join(folder, 'port'), PORT: '1' },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('PORT=1 needs root'),
  });
});
