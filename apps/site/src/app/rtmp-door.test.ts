import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MEDIA_FACTS, MEDIA_TOKEN_MS, type MediaFact, signMediaToken } from '@klieg/contract/media';
import { silentLog } from '@klieg/kernel';
import { freePort } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { expect, onTestFinished, test } from 'vitest';
import { makeMemoryBus } from '../platform/bus/index.ts';
import { deriveSecret, readStartConfig } from './config.ts';
import { type OpenMedia, startMediaChildren } from './media-children.ts';
import { openRtmpDoor } from './rtmp-door.ts';

const FFMPEG = '/usr/bin/ffmpeg';

/** Two media processes of one machine with one port for encoders. */
async function startTwo() {
  const dataDir = mkdtempSync(join(tmpdir(), 'klieg-rtmp-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const rtmpPort = await freePort();
  const config = readStartConfig({
    DATA_DIR: dataDir,
    RTMP_PORT: String(rtmpPort),
    RTMP_HOST: '127.0.0.1',
    MEDIA_PROCESSES: '2',
  });
  const bus = makeMemoryBus(silentLog);
  const live = new Map<string, string>();
  bus.subscribe(MEDIA_FACTS, (message) => {
    const fact = message as MediaFact;
    if (fact.kind === 'live') live.set(fact.username, fact.node);
  });
  const opened: OpenMedia[] = [];
  const onOpen = (media: OpenMedia) => void opened.push(media);
  const children = await startMediaChildren({ config, bus, log: silentLog, onOpen });
  onTestFinished(() => children.stop());
  await children.ready;
  const secret = deriveSecret(config.secret, 'media');
  const publish = (username: string): void => {
    const key = signMediaToken(secret, {
      use: 'publish',
      broadcastId: `broadcast-of-${username}`,
      streamName: `stream-of-${username}`,
      username,
      session: username,
      expiresAt: Date.now() + MEDIA_TOKEN_MS,
    });
    const picture = '-f lavfi -i testsrc2=size=320x180:rate=10 -f lavfi -i sine=440';
    const coded = '-c:v libx264 -preset ultrafast -tune zerolatency -pix_fmt yuv420p -g 10 -c:a aac -f flv';
    const words = `-loglevel error -re ${picture} ${coded} rtmp://127.0.0.1:${rtmpPort}/live/${key}`;
    const encoder = spawn(FFMPEG, words.split(' '), { stdio: 'ignore' });
    onTestFinished(() => void encoder.kill('SIGKILL'));
  };
  return { publish, live, opened, rtmpPort, children };
}

test.runIf(isFullRun && existsSync(FFMPEG))(
  'encoders come to all media processes of a machine by one port, also after one of them has died',
  async () => {
    const { publish, live, opened, rtmpPort } = await startTwo();
    expect(opened.map((media) => media.rtmpPort)).toEqual([rtmpPort, rtmpPort]);
    for (const name of ['anna', 'bela']) publish(name);
    await eventually(() => expect(live.size).toBe(2));
    expect(new Set(live.values()).size).toBe(2);
    opened[0]!.process.kill('SIGKILL');
    // It is started again, and takes its turn again.
    await eventually(() => expect(opened).toHaveLength(3));
    for (const name of ['cleo', 'dora']) publish(name);
    await eventually(() => expect([live.get('cleo'), live.get('dora')]).not.toContain(undefined));
    expect(live.get('cleo')).not.toBe(live.get('dora'));
  },
);

test.runIf(isFullRun && existsSync(FFMPEG))(
  'a machine that is drained does not wait for encoders, which cannot be asked to go, and starts nothing anew',
  async () => {
    const { publish, live, opened, children } = await startTwo();
    publish('anna');
    await eventually(() => expect(live.size).toBe(1));
    // Both leave, so that neither has somebody to send anybody to.
    await children.drain(60_000);
    const [first] = opened;
    first!.process.kill('SIGKILL');
    await once(first!.process, 'exit');
    await children.stop();
    expect(opened).toHaveLength(2);
  },
);

test('what waits for a process that dies is let go, and others come in as before', async () => {
  const door = await openRtmpDoor({ port: 0, host: '127.0.0.1', log: silentLog });
  onTestFinished(() => door.close());
  const entry = `process.on('message', (_, socket) => socket?.end('taken')); process.send('ready')`;
  const openChild = async () => {
    const child = spawn(process.execPath, ['-e', entry], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child, 'message');
    door.open(child);
    return child;
  };
  const come = () => {
    const socket = connect({ port: door.port!, host: '127.0.0.1' });
    socket.on('error', () => {});
    socket.resume();
    return socket;
  };
  const stopped = await openChild();
  stopped.kill('SIGSTOP');
  const waiting = Array.from({ length: 220 }, come);
  const gone = () => waiting.filter(({ closed }) => closed).length;
  // No more than 200 wait, and the one that is just being handed over.
  await eventually(() => expect(gone()).toBeGreaterThan(10));
  stopped.kill('SIGKILL');
  await eventually(() => expect(gone()).toBeGreaterThan(210));
  await openChild();
  const next = come();
  let said = '';
  next.on('data', (data) => (said += String(data)));
  await once(next, 'close');
  expect(said).toBe('taken');
});

test('a port for encoders that another program holds is one error with what to do, and who comes before a process is up is sent away', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void holder.close());
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  const errors: string[] = [];
  const log = { ...silentLog, error: (_fields: object, message: string) => void errors.push(message) };
  const shut = await openRtmpDoor({ port, host: '127.0.0.1', log });
  expect(shut.port).toBeUndefined();
  expect(errors).toEqual([expect.stringMatching(new RegExp(`port ${port} cannot be used.*RTMP_PORT`))]);
  shut.close();

  const door = await openRtmpDoor({ port: 0, host: '127.0.0.1', log: silentLog });
  onTestFinished(() => door.close());
  const early = connect({ port: door.port!, host: '127.0.0.1' });
  early.on('error', () => {});
  await once(early, 'close');
});
