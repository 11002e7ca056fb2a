import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { MEDIA_FACTS, MEDIA_COMMANDS, MEDIA_TOKEN_MS, signMediaToken } from '@klieg/contract/media';
import { eventually } from '@klieg/testing/eventually';
import { isLongRun } from '@klieg/testing/run-length';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { publishersEntry } from '@klieg/demo';
import { prepareTestLoop, SCENE } from './testing/live-harness.ts';
import { watchStream } from './testing/watch-stream.ts';

/* The media process as a child: bus, upgrades and end. */

const SECRET = Buffer.alloc(32, 5);
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function startChild() {
  const child = fork(new URL('./main.ts', import.meta.url), [], {
    execArgv: [],
    silent: true,
    env: { ...process.env, MEDIA_PORT: '0', MEDIA_SECRET: SECRET.toString('hex'), NODE_NAME: 'child' },
  });
  children.push(child);
  const messages: Record<string, unknown>[] = [];
  child.on('message', (message) => messages.push(message as Record<string, unknown>));
  await eventually(() => expect(messages.some((message) => message['ready'])).toBe(true));
  return { child, messages, port: Number(messages.find((message) => message['ready'])?.['port']) };
}

test('facts go to the parent as bus messages and orders come from it', async () => {
  const { child, messages } = await startChild();
  const alive = {
    bus: 'publish',
    subject: MEDIA_FACTS,
    message: { kind: 'alive', node: 'child', broadcasts: [] },
  };
  expect(messages).toContainEqual(alive);
  const before = messages.length;
  child.send({ bus: 'publish', subject: MEDIA_COMMANDS, message: { kind: 'report' } });
  await eventually(() => expect(messages.slice(before)).toContainEqual(alive));
});

test('an upgrade that the parent hands over is served in the child (LIVE-VIDEO-033)', async () => {
  const { child } = await startChild();
  const parent = createServer().on('upgrade', (request, socket, head) => {
    const { method, url, headers, rawHeaders } = request;
    const upgrade = { method, url, headers, rawHeaders, head: head.toString('base64') };
    child.send({ upgrade }, socket as Socket);
  });
  parent.listen(0, '127.0.0.1');
  await once(parent, 'listening');
  const { port } = parent.address() as AddressInfo;
  const claims = {
    use: 'play',
    streamName: 'x',
    session: 's',
    mode: 'public',
    expiresAt: Date.now() + MEDIA_TOKEN_MS,
  } as const;
  const entitled = watchStream(port, 'x', `?token=${signMediaToken(SECRET, claims)}`);
  const stranger = watchStream(port, 'x', '?token=no');
  await eventually(() => expect([entitled.closeCode, stranger.closeCode]).toEqual([4404, 4401]));
  parent.close();
});

test('an upgrade whose client has left, and messages of other kinds, do no harm', async () => {
  const { child, port } = await startChild();
  child.send({ upgrade: { method: 'GET', url: '/live/ws/x', headers: {}, head: '' } });
  child.send({ upgrade: 7 });
  child.send('hello');
  const response = await fetch(`http://127.0.0.1:${port}/healthz`);
  expect(response.status).toBe(200);
});

test.each([
  ['is told to stop', (child: ChildProcess) => child.kill('SIGTERM')],
  ['loses its parent', (child: ChildProcess) => child.disconnect()],
])('a process that %s ends by itself, with a client connected', async (_what, end) => {
  const { child, port } = await startChild();
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  // It may be reset as the process goes.
  socket.on('error', () => undefined);
  const exited = once(child, 'exit');
  end(child);
  expect(await exited).toEqual([0, null]);
  socket.destroy();
});

test.runIf(isLongRun)(
  'a process that loses its parent while it transcodes ends by itself all the same',
  async () => {
    const loop = await prepareTestLoop();
    onTestFinished(loop.remove);
    const { child, messages, port } = await startChild();
    const publisher = fork(publishersEntry, [], {
      execArgv: [],
      env: { ...process.env, DATA_DIR: loop.dataDir },
    });
    children.push(publisher);
    await once(publisher, 'message');
    const expiresAt = Date.now() + MEDIA_TOKEN_MS;
    const claims = { broadcastId: 'b', streamName: 'x', username: 'anna', session: 's', expiresAt } as const;
    const token = signMediaToken(SECRET, { use: 'publish', ...claims });
    const start = { username: 'anna', scene: SCENE, whipUrl: `http://127.0.0.1:${port}/live/whip`, token };
    publisher.send({ start: [start] });
    const play = signMediaToken(SECRET, {
      use: 'play',
      streamName: 'x',
      session: 's',
      mode: 'public',
      expiresAt,
    });
    const isTold = (rendition: string) =>
      messages.some(({ message }) => (message as { renditions?: string[] })?.renditions?.includes(rendition));
    await eventually(() => expect(isTold('source')).toBe(true));
    const viewer = watchStream(port, 'x', `?token=${play}`);
    await eventually(() => expect(isTold('240p')).toBe(true));
    const exited = once(child, 'exit');
    child.disconnect();
    expect(await exited).toEqual([0, null]);
    await eventually(() => expect(viewer.closeCode).toBe(1001));
  },
);

test('a process with a wrong environment does not start', async () => {
  const child = fork(new URL('./main.ts', import.meta.url), [], {
    execArgv: [],
    silent: true,
    env: { ...process.env, MEDIA_SECRET: 'short' },
  });
  children.push(child);
  expect(await once(child, 'exit')).toEqual([1, null]);
});
