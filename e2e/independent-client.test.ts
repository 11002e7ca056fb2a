import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { useTestSite } from '../apps/site/src/app/testing-site.ts';
import { IndependentClient, mask, unmask } from './independent-client.ts';

const site = await useTestSite();
const golden = JSON.parse(
  readFileSync(new URL('../packages/codec/src/golden/edition-1.json', import.meta.url), 'utf8'),
) as {
  name: string;
  payload: Record<string, unknown>;
  plain: [number, Record<string, unknown>];
  masked: [number, unknown[]];
}[];

describe('a client written from the wire page alone', () => {
  test('reads the golden messages of edition 1 (REALTIME-029) (REALTIME-030)', async () => {
    const visitor = await site.visit();
    const { node_token: token } = await visitor.call('issueNodeToken', { body: {} });
    const client = new IndependentClient(`${site.url.replace('http', 'ws')}/ws/lobby`, site.url, 'plain');
    await client.open({ node_token: token });
    expect(createHash('sha256').update(JSON.stringify(client.list)).digest('hex').slice(0, 16)).toBe(
      '48759918fc910c47',
    );
    for (const { name, payload, plain, masked } of golden) {
      const [id] = plain;
      expect(client.list[id]![0]).toBe(name);
      expect(plain[1]).toEqual(payload);
      expect(unmask(client.list[id]![1], masked[1])).toEqual(payload);
      expect(mask(client.list[id]![1], payload)).toEqual(masked[1]);
    }
    client.socket.close();
  });

  test.each(['plain', 'masked'] as const)(
    'holds a conversation in %s form (REALTIME-015) (REALTIME-029) (REALTIME-030)',
    async (form) => {
      const model = await site.join({ type: 'model', settings: { chat_allowed: 'all' } });
      const talk = async () => {
        const member = await site.join({ tokens: 50 });
        const { node_token: token } = await member.call('issueNodeToken', { body: {} });
        const lobby = new IndependentClient(`${site.url.replace('http', 'ws')}/ws/lobby`, site.url, form);
        await lobby.open({ node_token: token });
        lobby.say('v3.lobby.discover', { room: model.username });
        const found = await lobby.wait('v3.lobby.discovered');
        const room = new IndependentClient(String(found['server']), site.url, form);
        await room.open({ node_token: found['node_token'], room: model.username });
        await room.wait('v3.chat.history');
        return { member, lobby, room };
      };
      const [anna, ben] = [await talk(), await talk()];
      const clientId = randomUUID();
      anna.room.say('v3.chat.send', { client_id: clientId, message: `hello in ${form}` });
      expect(await anna.room.wait('v3.ack', (ack) => ack['client_id'] === clientId)).toMatchObject({
        status: 1,
      });
      expect(await ben.room.wait('v3.chat.message')).toMatchObject({
        message: `hello in ${form}`,
        username: anna.member.username,
      });
      anna.lobby.say('v3.ping', { t: 42 });
      expect(await anna.lobby.wait('v3.pong')).toEqual({ t: 42 });
      const heard = [...anna.room.heard, ...ben.room.heard, ...anna.lobby.heard];
      expect(new Set(heard.map((message) => message.wasMasked))).toEqual(new Set([form === 'masked']));
      for (const client of [anna.room, anna.lobby, ben.room, ben.lobby]) client.socket.close();
    },
  );

  test('an old page that knows fewer events works with the newer list (REALTIME-031)', async () => {
    const visitor = await site.visit();
    const { node_token: token } = await visitor.call('issueNodeToken', { body: {} });
    const client = new IndependentClient(`${site.url.replace('http', 'ws')}/ws/lobby`, site.url, 'masked');
    expect(client.list).toHaveLength(12);
    await client.open({ node_token: token });
    expect(client.list).toHaveLength(143);
    client.socket.close();
  });
});
