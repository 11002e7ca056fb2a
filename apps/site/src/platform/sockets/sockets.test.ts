import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type Payload, TEMPLATE_EDITION } from '@klieg/contract';
import { WebSocket } from 'ws';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { describe, expect, test } from 'vitest';
import { useTestSite } from '../../app/testing-site.ts';
import { makeChannel } from './channel.ts';
import { textFrame } from './frame.ts';
import { readInbound } from './inbound.ts';
import type { Socket } from './socket.ts';
import { dialectOf, frameOf } from './wire.ts';

const site = await useTestSite();
const wsUrl = site.url.replace('http', 'ws');

const rawSocket = (path: string, init: { origin?: string; protocol?: string } = {}) => {
  const socket = new WebSocket(`${wsUrl}${path}`, init.protocol ?? 'v3.json', {
    headers: { origin: init.origin ?? site.url },
  });
  socket.on('error', () => undefined);
  return socket;
};
const closeOf = async (socket: WebSocket): Promise<number> => ((await once(socket, 'close')) as [number])[0];

describe('a socket', () => {
  test('from another origin is closed with 1008: W4', async () => {
    expect(await closeOf(rawSocket('/ws/lobby', { origin: 'https://evil.example' }))).toBe(1008);
  });

  test('that offers only other subprotocols gets HTTP 400: W2', async () => {
    const socket = rawSocket('/ws/lobby', { protocol: 'mqtt' });
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
    expect(response.statusCode).toBe(400);
  });

  test('at an unknown address gets HTTP 404', async () => {
    const socket = rawSocket('/ws/elsewhere');
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
    expect(response.statusCode).toBe(404);
  });

  test('must authorize first, and once: W5 (REALTIME-015)', async () => {
    for (const words of ['[4,{"t":1}]', '[65000,{}]', 'hello', '{"event":"v3.ping"}', '[4,{"t":"x"}]']) {
      const stranger = rawSocket('/ws/lobby');
      await once(stranger, 'open');
      stranger.send(words);
      expect(await closeOf(stranger), words).toBe(4401);
    }
    const visitor = await site.visit();
    const lobby = await visitor.openLobby();
    lobby.send('v3.authorize', { node_token: 'x', protocol_version: 3 });
    expect(await lobby.waitForClose()).toBe(4400);
  });

  test('with a used or made-up token is told why and closed with 4401: W5 (REALTIME-007) (REALTIME-023)', async () => {
    const visitor = await site.visit();
    const { node_token: token } = await visitor.call('issueNodeToken', { body: {} });
    const open = async () => {
      const socket = rawSocket('/ws/lobby');
      const messages: string[] = [];
      socket.on('message', (data) => messages.push(String(data)));
      await once(socket, 'open');
      socket.send(JSON.stringify([0, { node_token: token, protocol_version: 3, compress: false }]));
      return { socket, messages };
    };
    const first = await open();
    await eventually(() => expect(first.messages.length).toBeGreaterThanOrEqual(2));
    expect(JSON.parse(first.messages[0]!)).toMatchObject([1, { success: true, ping_seconds: 10 }]);
    const second = await open();
    expect(await closeOf(second.socket)).toBe(4401);
    expect(JSON.parse(second.messages[0]!)).toMatchObject([1, { success: false, errorType: 'unauthorized' }]);
    first.socket.close();
  });

  test('gets success, then the templates, which stay away when the page has them: W6 W22 (REALTIME-009)', async () => {
    const visitor = await site.visit();
    const lobby = await visitor.openLobby();
    expect(lobby.received.slice(0, 2).map((message) => message.name)).toEqual([
      'v3.authorize.success',
      'v3.templates',
    ]);
    const { hash, templates } = lobby.received[1]!.payload as Payload<'v3.templates'>;
    expect(templates).toHaveLength(143);
    const again = await visitor.openLobby({ templates_hash: hash });
    expect(again.received[1]!.payload).toEqual({ seq: 1, version: 1, hash });
  });

  test('is spoken to in the edition that its page knows, at most the newest: W25 (REALTIME-031)', async () => {
    const visitor = await site.visit();
    const first = await visitor.openLobby();
    const second = await visitor.openLobby({ edition: 2 });
    const later = await visitor.openLobby({ edition: TEMPLATE_EDITION + 1 });
    for (const [socket, edition] of [
      [second, 2],
      [later, TEMPLATE_EDITION],
    ] as const) {
      const { version, templates } = await socket.waitFor('v3.templates');
      expect(version).toBe(edition);
      expect(templates?.slice(0, 143).map(([name]) => name)).toEqual(
        (await first.waitFor('v3.templates')).templates?.map(([name]) => name),
      );
      // What came after edition 1 begins with an id of its own; one that follows another has the next.
      expect(templates?.[143]).toEqual([expect.any(String), expect.any(Array), expect.any(Number)]);
    }
    later.close();
    await later.waitForClose();
    const { hash } = await second.waitFor('v3.templates');
    const again = await visitor.openLobby({ edition: 2, templates_hash: hash });
    expect(again.received[1]!.payload).toEqual({ seq: 2, version: 2, hash });
    // A page that holds the list of an edition before the one that it speaks gets the newer one once.
    const { hash: older } = await first.waitFor('v3.templates');
    const updated = await visitor.openLobby({ edition: 2, templates_hash: older });
    expect((await updated.waitFor('v3.templates')).templates).toHaveLength(145);
  });

  test('hears which events are not served yet, and is refused each: W26 (REALTIME-009) (common.not_yet)', async () => {
    const visitor = await site.visit();
    const lobby = await visitor.openLobby({ edition: 2 });
    const { events } = await lobby.waitFor('v3.templates.planned');
    expect(events).toContain('v3.lovense.heartbeat');
    expect(events).not.toContain('v3.chat.send');
    lobby.send('v3.lovense.heartbeat', { at: 1 });
    expect(await lobby.waitFor('v3.error')).toEqual({
      errorType: 'not_yet',
      event: 'v3.lovense.heartbeat',
      code: 'common.not_yet',
    });
  });

  test('of a page of edition 1 gets neither events nor fields of a later one: W25 (REALTIME-031)', async () => {
    const visitor = await site.visit();
    const { node_token: token } = await visitor.call('issueNodeToken', { body: {} });
    const socket = rawSocket('/ws/lobby');
    const heard: [number, Record<string, unknown>][] = [];
    socket.on('message', (data) => heard.push(JSON.parse(String(data)) as (typeof heard)[number]));
    await once(socket, 'open');
    socket.send(JSON.stringify([0, { node_token: token, protocol_version: 3, compress: false }]));
    await eventually(() => expect(heard.some(([id]) => id === 2)).toBe(true));
    socket.send(JSON.stringify([101, { at: 1 }]));
    socket.send(JSON.stringify([4, { t: 9 }]));
    await eventually(() => expect(heard.at(-1)).toEqual([5, { t: 9 }]));
    expect(heard.find(([id]) => id === 3)).toEqual([
      3,
      { errorType: 'not_yet', event: 'v3.lovense.heartbeat' },
    ]);
    expect(heard.filter(([id]) => id > 142)).toEqual([]);
    socket.close();
  });

  test('of a page too old for the protocol is told to reload: W23 (REALTIME-001) (REALTIME-003)', async () => {
    const visitor = await site.visit();
    const { node_token: token } = await visitor.call('issueNodeToken', { body: {} });
    const socket = rawSocket('/ws/lobby');
    const messages: unknown[] = [];
    socket.on('message', (data) => messages.push(JSON.parse(String(data))));
    await once(socket, 'open');
    socket.send(JSON.stringify([0, { node_token: token, protocol_version: 2 }]));
    expect(await closeOf(socket)).toBe(4406);
    const version = '0.0.0-test';
    expect(messages).toEqual([
      [7, [15, 1, version, version, 0]],
      [8, [1, 'protocol']],
    ]);
    const page = await visitor.openLobby();
    expect(await page.waitFor('v3.client.version')).toMatchObject({ version });
  });

  test('answers a ping with the same time: W30 (REALTIME-008) (REALTIME-017) (REALTIME-018) (REALTIME-021)', async () => {
    const lobby = await (await site.visit()).openLobby();
    lobby.send('v3.ping', { t: 1_763_634_846_123 });
    expect(await lobby.waitFor('v3.pong')).toEqual({ t: 1_763_634_846_123 });
  });

  test('that sends binary is closed with 1003, one that sends too much with 1009: W2 W40', async () => {
    const visitor = await site.visit();
    const { node_token: token } = await visitor.call('issueNodeToken', { body: {} });
    const open = async () => {
      const socket = rawSocket('/ws/lobby');
      await once(socket, 'open');
      return socket;
    };
    const binary = await open();
    binary.send(Buffer.from([1, 2, 3]));
    expect(await closeOf(binary)).toBe(1003);
    const huge = await open();
    huge.send(JSON.stringify([0, { node_token: token, protocol_version: 3, room: 'x'.repeat(20_000) }]));
    expect(await closeOf(huge)).toBe(1009);
  });

  test('malformed messages are refused one by one, ten in a minute end it: W17', async () => {
    const lobby = await (await site.visit()).openLobby();
    lobby.sendText('[10,{"room":5}]');
    expect(await lobby.waitFor('v3.error')).toMatchObject({
      errorType: 'invalid_message',
      event: 'v3.lobby.discover',
      field: 'room',
    });
    for (let i = 0; i < 10; i++) lobby.sendText('{"not":"an array"}');
    expect(await lobby.waitForClose()).toBe(4400);
  });

  test('unknown event ids count in the total of a socket, and too many close it with 4429: W17 W40', async () => {
    const page = await (await site.visit()).openLobby();
    for (let i = 0; i < 60; i++) page.sendText('[9999,{}]');
    page.sendText('[9999,{}]');
    expect(await page.waitFor('v3.error')).toMatchObject({ errorType: 'rate_limited' });
    for (let i = 0; i < 120; i++) page.sendText('[9999,{}]');
    expect(await page.waitForClose()).toBe(4429);
  });

  test('an unknown event id is no fault: W17', async () => {
    const lobby = await (await site.visit()).openLobby();
    lobby.sendText('[9999,{}]');
    lobby.send('v3.ping', { t: 5 });
    await lobby.waitFor('v3.pong');
    expect(lobby.closeCode).toBeUndefined();
  });

  test('over its rate is refused with the time to wait and not executed: W40', async () => {
    const lobby = await (await site.visit()).openLobby();
    const named = (name: string) => lobby.received.filter((message) => message.name === name);
    let asked = 0;
    // A machine that takes its time reads them so slowly that more are needed.
    const refusal = await eventually(async () => {
      for (let i = 0; i < 8; i++) lobby.send('v3.lobby.discover', { room: 'nobody_here' });
      asked += 8;
      lobby.send('v3.ping', { t: asked });
      await lobby.waitFor('v3.pong', ({ t }) => t === asked);
      const refused = named('v3.error').find(({ payload }) => payload['errorType'] === 'rate_limited');
      expect(refused).toBeDefined();
      return refused!.payload;
    });
    expect(refusal['retry_after_ms']).toBeGreaterThan(0);
    await eventually(() =>
      expect(named('v3.lobby.discovered').length + named('v3.error').length).toBe(asked),
    );
    expect(named('v3.lobby.discovered').length).toBeLessThan(asked);
  });

  test('may hear its messages in plain form: W16 (REALTIME-030)', async () => {
    const visitor = await site.visit();
    const { node_token: token } = await visitor.call('issueNodeToken', { body: {} });
    const forms: unknown[] = [];
    const socket = rawSocket('/ws/lobby');
    socket.on('message', (data) => forms.push(Array.isArray((JSON.parse(String(data)) as unknown[])[1])));
    await once(socket, 'open');
    socket.send(JSON.stringify([0, { node_token: token, protocol_version: 3, compress: false }]));
    await eventually(() => expect(forms.length).toBeGreaterThanOrEqual(3));
    expect(new Set(forms)).toEqual(new Set([false]));
    socket.close();
  });

  test('a guest may have four lobbies, a fifth is refused unless one is hidden: W4', async () => {
    const visitor = await site.visit();
    const lobbies = await Promise.all(Array.from({ length: 4 }, () => visitor.openLobby()));
    await expect(visitor.openLobby()).rejects.toThrow('close 4409');
    expect(lobbies.map(({ closeCode }) => closeCode)).toEqual([undefined, undefined, undefined, undefined]);
    lobbies[1]!.send('v3.pagevisibility.change', { visible: false });
    lobbies[1]!.send('v3.ping', { t: 1 });
    await lobbies[1]!.waitFor('v3.pong');
    await visitor.openLobby();
    expect(await lobbies[1]!.waitForClose()).toBe(4409);
  });

  test('pages that leave before they are let in take no place: W4', async () => {
    const visitor = await site.visit();
    for (let left = 0; left < 6; left++) {
      const { node_token } = await visitor.call('issueNodeToken', { body: {} });
      const socket = rawSocket('/ws/lobby');
      await once(socket, 'open');
      socket.send(JSON.stringify([0, { node_token, protocol_version: 3, compress: false }]));
      socket.terminate();
    }
    const lobbies = await Promise.all(Array.from({ length: 4 }, () => visitor.openLobby()));
    expect(lobbies.map(({ closeCode }) => closeCode)).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('half an upgrade holds nothing up', async () => {
    const { port } = new URL(site.url);
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET /ws/lobby HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n');
    const lobby = await (await site.visit()).openLobby();
    expect(lobby.closeCode).toBeUndefined();
    socket.destroy();
  });
});

/** Remembers what was written to it; slow when told so. */
const fakeSocket = (form: 'masked' | 'plain' = 'masked', edition = 1) => {
  const written: string[] = [];
  const socket = {
    dialect: dialectOf(edition, form),
    isOpen: true,
    slowSince: undefined as number | undefined,
    isFull: false,
    write(frames: Buffer) {
      if (socket.isFull) {
        socket.slowSince ??= 1;
        return false;
      }
      written.push(frames.toString('utf8'));
      return true;
    },
  };
  return { socket: socket as unknown as Socket & { isFull: boolean }, written };
};

describe('a channel', () => {
  test('sends at once when idle and then bursts, keeping the order: W19 W57', async () => {
    const channel = makeChannel();
    const { socket, written } = fakeSocket();
    channel.join(socket, 'viewers');
    const send = (t: number) => channel.publish('v3.ping', () => ({ t }));
    send(1);
    await eventually(() => expect(written).toHaveLength(1));
    for (let t = 2; t <= 20; t++) send(t);
    await eventually(() => expect(written.join('')).toContain('20'));
    expect(written.length).toBeLessThan(6);
    const order = [...written.join('').matchAll(/\[4,\[1,(\d+)\]\]/g)].map((match) => Number(match[1]));
    expect(order).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });

  test('writes each page its own edition, and the same bytes where the editions do not differ: W24 W25', () => {
    const channel = makeChannel();
    const first = fakeSocket('plain', 1);
    const second = fakeSocket('plain', 2);
    for (const { socket } of [first, second]) channel.join(socket, 'all');
    channel.publish('v3.templates.planned', () => ({ seq: 2, events: [] }));
    channel.publish('v3.error', () => ({ errorType: 'x', code: 'a.b' }));
    channel.publish('v3.pong', () => ({ t: 1 }));
    channel.flush();
    const messages = ({ written }: typeof first) => written.join('').match(/\[\d+,\{.*?\}\]/g);
    expect(messages(first)).toEqual(['[3,{"errorType":"x"}]', '[5,{"t":1}]']);
    expect(messages(second)).toEqual([
      '[1500,{"seq":2,"events":[]}]',
      '[3,{"errorType":"x","code":"a.b"}]',
      '[5,{"t":1}]',
    ]);
  });

  test('gives each cohort its variant and encodes a variant once per form: W24', async () => {
    const channel = makeChannel();
    const staff = fakeSocket();
    const viewer = fakeSocket('plain');
    const silent = fakeSocket();
    channel.join(staff.socket, 'staff');
    channel.join(viewer.socket, 'viewers');
    channel.join(silent.socket, 'hidden');
    channel.publish('v3.chat.subject', (cohort) =>
      cohort === 'hidden' ? undefined : { seq: 1, subject: cohort === 'staff' ? 'named' : 'unnamed' },
    );
    await eventually(() => expect(staff.written).toHaveLength(1));
    expect(staff.written[0]).toContain('named');
    expect(viewer.written[0]).toContain('{"seq":1,"subject":"unnamed"}');
    expect(silent.written).toEqual([]);
  });

  test('a newcomer gets nothing that was published before', async () => {
    const channel = makeChannel();
    const early = fakeSocket();
    const late = fakeSocket();
    channel.join(early.socket, 'viewers');
    channel.publish('v3.ping', () => ({ t: 1 }));
    channel.join(late.socket, 'viewers');
    channel.publish('v3.ping', () => ({ t: 2 }));
    await eventually(() => expect(early.written.join('')).toContain('2]]'));
    expect(late.written.join('')).not.toContain('[1,1]');
  });

  test('a slow socket is skipped and repaired when it has room again: W34', async () => {
    const recovered: Socket[] = [];
    const channel = makeChannel({ onRecovered: (socket) => recovered.push(socket) });
    const slow = fakeSocket();
    const fine = fakeSocket();
    channel.join(slow.socket, 'viewers');
    channel.join(fine.socket, 'viewers');
    slow.socket.isFull = true;
    channel.publish('v3.ping', () => ({ t: 1 }));
    await eventually(() => expect(fine.written).toHaveLength(1));
    slow.socket.isFull = false;
    channel.publish('v3.ping', () => ({ t: 2 }));
    await eventually(() => expect(recovered).toEqual([slow.socket]));
    expect(slow.written.join('')).not.toContain('[1,1]');
  });

  test('who left hears nothing more', async () => {
    const channel = makeChannel();
    const gone = fakeSocket();
    const stays = fakeSocket();
    channel.join(gone.socket, 'viewers');
    channel.join(stays.socket, 'viewers');
    channel.leave(gone.socket);
    channel.publish('v3.ping', () => ({ t: 1 }));
    await eventually(() => expect(stays.written).toHaveLength(1));
    expect(gone.written).toEqual([]);
    expect(channel.size).toBe(1);
  });
});

describe('a slow page', () => {
  test.runIf(isFullRun)('that reads nothing is closed and costs the others nothing: W34', async () => {
    const model = await site.join({ type: 'model', settings: { chat_allowed: 'all' } });
    const room = await site.site.hub.open(model.username, model.id as never);
    const good = await site.visit();
    const lobby = await good.openLobby();
    const page = await good.openRoom(lobby, model.username);
    const slow = await site.visit();
    const slowLobby = await slow.openLobby();
    slowLobby.send('v3.lobby.discover', { room: model.username });
    const found = await slowLobby.waitFor('v3.lobby.discovered');
    const socket = new WebSocket(found.server!, 'v3.json', { headers: { origin: site.url } });
    await once(socket, 'open');
    socket.send(
      JSON.stringify([0, { node_token: found.node_token, protocol_version: 3, room: model.username }]),
    );
    await eventually(() => expect(room.socketCount).toBe(2));
    socket.pause();
    const text = 'x'.repeat(300);
    let isClosed = false;
    socket.on('close', () => (isClosed = true));
    for (let i = 0; i < 400 && room.socketCount === 2; i++) {
      for (let k = 0; k < 200; k++)
        room.publishMoment('v3.chat.moderate', {
          viewers: {
            action: 'clear',
            message: 'A user has been cleared',
            value: i,
            username: text.slice(0, 30),
          },
        });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(room.socketCount).toBe(1);
    page.send('v3.ping', { t: 77 });
    await page.waitFor('v3.pong');
    socket.resume();
    await eventually(() => expect(isClosed).toBe(true));
  });
});

describe('a page that says it reads', () => {
  test.runIf(isFullRun)(
    'and does not is sent away before its machine has taken a megabyte; one that does stays: W34',
    async () => {
      const model = await site.join({ type: 'model', settings: { chat_allowed: 'all' } });
      const room = await site.site.hub.open(model.username, model.id as never);
      const enter = async () => {
        const visitor = await site.visit();
        const lobby = await visitor.openLobby();
        lobby.send('v3.lobby.discover', { room: model.username });
        const found = await lobby.waitFor('v3.lobby.discovered');
        const socket = new WebSocket(found.server!, 'v3.json', { headers: { origin: site.url } });
        await once(socket, 'open');
        socket.send(
          JSON.stringify([0, { node_token: found.node_token, protocol_version: 3, room: model.username }]),
        );
        return socket;
      };
      const deaf = await enter();
      const reader = await enter();
      await eventually(() => expect(room.socketCount).toBe(2));
      deaf.pause();
      const lies = setInterval(() => deaf.pong(randomBytes(8)), 20);
      const message = 'x'.repeat(480);
      let bytes = 0;
      let lines = 0;
      reader.on('message', (text: Buffer) => (lines += text.includes(message) ? 1 : 0));
      const fill = async (count: number) => {
        for (let i = 0; i < count; i++) {
          room.publishMoment('v3.chat.moderate', {
            viewers: { action: 'clear', message, value: 0, username: 'somebody' },
          });
          bytes += message.length;
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      };
      // What is slow for two seconds is sent away.
      while (room.socketCount === 2 && bytes < 2 ** 20) await fill(5);
      clearInterval(lies);
      expect(room.socketCount).toBe(1);
      const sent = bytes / message.length;
      await eventually(() => expect(lines).toBe(sent));
      deaf.terminate();
      reader.close();
    },
  );
});

describe('reading', () => {
  test('frames of every length are valid', () => {
    expect(textFrame('x'.repeat(125)).subarray(0, 2)).toEqual(Buffer.from([0x81, 125]));
    expect(textFrame('x'.repeat(126)).subarray(0, 4)).toEqual(Buffer.from([0x81, 126, 0, 126]));
    expect(textFrame('x'.repeat(70_000)).readBigUInt64BE(2)).toBe(70_000n);
    expect(String(frameOf('v3.pong', { t: 1 }, dialectOf(1, 'plain')))).toContain('[5,{"t":1}]');
  });

  test('refuses what the direction, the socket or the fields do not allow: W17 (REALTIME-032)', () => {
    expect(readInbound('[48,{"seq":1,"user_count":1}]', 'room')).toMatchObject({
      kind: 'invalid',
      event: 'v3.chat.user_count',
    });
    expect(readInbound('[44,{"client_id":"a","message":"x"}]', 'lobby')).toMatchObject({
      kind: 'invalid',
      clientId: 'a',
    });
    expect(readInbound('[44,{"client_id":"a","message":"x","admin":true}]', 'room')).toMatchObject({
      kind: 'invalid',
      field: 'admin',
    });
    expect(readInbound('[44,{"client_id":"a","message":"x"}]', 'room')).toMatchObject({ kind: 'message' });
  });
});

test('a server that goes tells every lobby that it is restarting, and closes it: W33 (REALTIME-005) (REALTIME-020)', async () => {
  const going = await useTestSite();
  const model = await going.join({ type: 'model' });
  const lobby = await (await going.visit()).openLobby();
  const room = await model.openRoom(await model.openLobby(), model.username);
  await going.site.close();
  expect(await lobby.waitForClose()).toBe(1012);
  expect(await room.waitForClose()).toBe(1012);
  const told = await lobby.waitFor('v3.lobby.restarting');
  expect(told).toEqual({ after_ms: expect.any(Number), reason: 'deploy' });
  expect(told.after_ms).toBeLessThan(5_000);
});
