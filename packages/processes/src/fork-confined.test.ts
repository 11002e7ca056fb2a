import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confinedCommand, confinementFault } from './confinement.ts';
import { forkConfined, forkPart } from './fork-part.ts';
import { PERL } from './paths.ts';
import type { ProbePlaces } from './testing-probe.ts';

const folder = mkdtempSync(join(tmpdir(), 'klieg-confined-'));
const secret = join(folder, 'secret');
const unixSocket = join(folder, 'socket');
const writable = join(folder, 'writable');
let reached = 0;
const servers = [createServer(() => (reached += 1)), createServer(() => (reached += 1))];
let places: ProbePlaces;

beforeAll(async () => {
  writeFileSync(secret, 'root secret', { mode: 0o600 });
  mkdirSync(writable);
  const [tcp, unix] = servers;
  tcp!.listen(0, '127.0.0.1');
  unix!.listen(unixSocket);
  await Promise.all(servers.map((server) => server.listening || once(server, 'listening')));
  const { port } = tcp!.address() as AddressInfo;
  places = { secret, unixSocket, port, folder, pid: process.pid };
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  readonly told: Readonly<Record<string, string>>;
  readonly environment: readonly string[];
  readonly noNewPrivs: string;
  readonly seccomp: string;
  readonly bytes: Uint8Array;
}

const options = {
  part: 'images',
  entry: new URL('./testing-probe.ts', import.meta.url),
  serialization: 'advanced',
  env: { MALLOC_ARENA_MAX: '2' },
} as const;

/** What a probe tells that tries everything at these places. */
async function probe(child: ReturnType<typeof forkPart>, at: ProbePlaces): Promise<Answer> {
  expect(await once(child, 'message')).toEqual(['ready', undefined]);
  child.send(at);
  const [answer] = (await once(child, 'message')) as [Answer];
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
  return answer;
}

const isLinux = process.platform === 'linux';

test.runIf(isLinux)('this machine can confine', () => {
  expect(confinementFault()).toBeUndefined();
});

test.runIf(isLinux)(
  'a confined part reads no secret, opens no socket, starts and signals nothing, and still talks and has threads',
  async () => {
    const { told, environment, noNewPrivs, seccomp, bytes } = await probe(forkConfined(options), places);
    const { 'use a thread': thread, ...refused } = told;
    expect(Object.keys(refused)).toHaveLength(10);
    for (const [name, outcome] of Object.entries(refused)) expect(outcome, name).toBe('EACCES');
    expect(thread).toBe('done');
    expect(reached).toBe(0);
    expect({ noNewPrivs, seccomp }).toEqual({ noNewPrivs: '1', seccomp: '2' });
    expect(environment).toEqual(['MALLOC_ARENA_MAX']);
    expect([...bytes]).toEqual([1, 2, 3]);
  },
);

test.runIf(isLinux)('a folder that it was given is written to, and no other', async () => {
  const inside = await probe(forkConfined(options, [writable]), { ...places, folder: writable });
  expect(inside.told['write a file']).toBe('done');
  const outside = await probe(forkConfined(options, [writable]), places);
  expect(outside.told['write a file']).toBe('EACCES');
});

test.runIf(isLinux)('a confined part has no file of its parent but those that it was given', () => {
  const write = (to: number) =>
    spawnSync(PERL, [...confinedCommand([]), '/bin/sh', '-c', `echo word >&${to}`], {
      env: { NODE_CHANNEL_FD: '3' },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
  expect([write(3).status, String(write(3).output[3])]).toEqual([0, 'word\n']);
  expect(write(4).status).not.toBe(0);
});

test('a part that is not confined does all of it, so that the refusals are those of the confinement', async () => {
  const { told } = await probe(forkPart(options), { ...places, folder: writable });
  for (const [name, outcome] of Object.entries(told))
    if (name !== 'make a folder') expect(outcome, name).toBe('done');
  expect(reached).toBeGreaterThan(0);
});
