import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { useTestSite } from '../apps/site/src/app/testing-site.ts';
import { IndependentClient, mask, unmask } from './independent-client.ts';
import { IndependentClient2 } from './independent-client-2.ts';

const site = await useTestSite();
const wsUrl = site.url.replace('http', 'ws');
const golden = JSON.parse(
  readFileSync(new URL('../packages/codec/src/golden/edition-2.json', import.meta.url), 'utf8'),
) as {
  name: string;
  payload: Record<string, unknown>;
  plain: [number, Record<string, unknown>];
  masked: [number, unknown[]];
}[];

describe('a client of edition 2, written from the wire page alone', () => {
  test('gets the list of edition 2 and reads its golden messages (REALTIME-029) (REALTIME-030) (REALTIME-031)', async () => {
    const visitor = await site.visit();
    const { node_token: token } = await visitor.call('issueNodeToken', { body: {} });
    const client = new IndependentClient2(`${wsUrl}/ws/lobby`, site.url, 'plain');
    await client.open({ node_token: token });
    const { version, hash, templates } = await client.wait('v3.templates');
    expect(version).toBe(2);
    expect(createHash('sha256').update(JSON.stringify(templates)).digest('hex').slice(0, 16)).toBe(hash);
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
    'talks in %s form with a client of edition 1, and each hears what its edition has: W25 (REALTIME-031)',
    async (form) => {
      const model = await site.join({ type: 'model', settings: { chat_allowed: 'all' } });
      const talk = async (Client: typeof IndependentClient) => {
        const member = await site.join({ tokens: 50 });
        const { node_token: token } = await member.call('issueNodeToken', { body: {} });
        const lobby = new Client(`${wsUrl}/ws/lobby`, site.url, form);
        await lobby.open({ node_token: token });
        lobby.say('v3.lobby.discover', { room: model.username });
        const found = await lobby.wait('v3.lobby.discovered');
        const room = new Client(String(found['server']), site.url, form);
        await room.open({ node_token: found['node_token'], room: model.username });
        await room.wait('v3.chat.history');
        return { lobby, room };
      };
      const [first, second] = [await talk(IndependentClient), await talk(IndependentClient2)];
      for (const [from, to] of [
        [first, second],
        [second, first],
      ] as const) {
        const message = `from ${randomUUID()}`;
        from.room.say('v3.chat.send', { client_id: randomUUID(), message });
        expect(await to.room.wait('v3.chat.message', (line) => line['message'] === message)).toBeDefined();
      }
      // Both are refused what nobody serves; the code of the refusal came with edition 2.
      for (const { room } of [first, second])
        room.say('v3.lovense.done', { command_id: 'x', status: 'done' });
      expect(await first.room.wait('v3.error')).toEqual({ errorType: 'not_yet', event: 'v3.lovense.done' });
      expect(await second.room.wait('v3.error')).toEqual({
        errorType: 'not_yet',
        event: 'v3.lovense.done',
        code: 'common.not_yet',
      });
      expect((await second.lobby.wait('v3.templates.planned'))['events']).toContain('v3.lovense.done');
      expect(first.lobby.list).toHaveLength(143);
      const heard = [...first.lobby.heard, ...first.room.heard].map(({ name }) => name);
      expect(heard).not.toContain('v3.templates.planned');
      for (const { lobby, room } of [first, second]) for (const { socket } of [lobby, room]) socket.close();
    },
  );
});
