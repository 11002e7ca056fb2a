import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { uuidv7 } from '@klieg/kernel';
import type { VisitorSocket } from '@klieg/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';

interface Asked {
  readonly q: string;
  readonly source: string;
  readonly target: string;
  readonly api_key?: string;
}

/** A translator on loopback that speaks like LibreTranslate, and fails for the texts that say so. */
const asked: Asked[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const ask = JSON.parse(Buffer.concat(chunks).toString()) as Asked;
    asked.push(ask);
    if (request.url !== '/translate' || ask.q === 'be broken') return response.writeHead(500).end('{}');
    if (ask.q === 'be odd') return response.end('{"other":1}');
    if (ask.q === 'be huge') return response.end('x'.repeat(100_000));
    return response.end(JSON.stringify({ translatedText: `[${ask.target}] ${ask.q}` }));
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => server.close());

const { port } = server.address() as AddressInfo;
const site = await useTestSite({
  env: { TRANSLATE_URL: `http://127.0.0.1:${port}`, TRANSLATE_KEY: 'a key' },
});
const plain = await useTestSite();

const setUp = async () => {
  const model = await site.join({ type: 'model', settings: { chat_allowed: 'all' } });
  const writer = await site.join({ tokens: 10 });
  const reader = await site.join();
  const page = await writer.openRoom(await writer.openLobby(), model.username);
  const translate = (by: Member, message_id: string, room?: string) =>
    by.call('translateLine', { body: { message_id, to: 'de', ...(room && { room }) } });
  return { model, writer, reader, page, translate };
};

const write = async (page: VisitorSocket, message: string, user_language?: string): Promise<string> => {
  const client_id = uuidv7();
  page.send('v3.chat.send', { client_id, message, ...(user_language && { user_language }) });
  return (await page.waitFor('v3.ack', (ack) => ack.client_id === client_id)).id!;
};

describe('a translation', () => {
  test('is off where no translator is configured, and the site says so (room_chat.translate_off)', async () => {
    const member = await plain.join();
    expect((await member.call('getSiteConfig')).switches.translate).toBe(false);
    const ask = member.call('translateLine', { body: { message_id: uuidv7(), to: 'de' } });
    expect(await codeOf(ask)).toBe('room_chat.translate_off');
  });

  test('is asked once for each language, from that of the writer’s page where it is another', async () => {
    const { model, reader, page, translate } = await setUp();
    expect((await reader.call('getSiteConfig')).switches.translate).toBe(true);
    const id = await write(page, 'buenas noches', 'es');
    const answers = await Promise.all([translate(reader, id), translate(reader, id, model.username)]);
    expect(answers).toEqual([{ text: '[de] buenas noches' }, { text: '[de] buenas noches' }]);
    expect(asked.filter(({ q }) => q === 'buenas noches')).toEqual([
      { q: 'buenas noches', source: 'es', target: 'de', format: 'text', api_key: 'a key' },
    ]);
    await reader.call('translateLine', { body: { message_id: id, to: 'fr' } });
    expect(asked.filter(({ q }) => q === 'buenas noches')).toHaveLength(2);
    const same = await write(page, 'ciao a tutti', 'de');
    await translate(reader, same);
    expect(asked.find(({ q }) => q === 'ciao a tutti')).toMatchObject({ source: 'auto' });
  });

  test('that the reader may not read is gone, as is a line that is not there (room_chat.message_gone) (rooms.banned)', async () => {
    const { model, reader, page, translate } = await setUp();
    const id = await write(page, 'hola');
    expect(await codeOf(translate(reader, uuidv7(), model.username))).toBe('room_chat.message_gone');
    expect(await codeOf(translate(reader, id, 'nobody_here'))).toBe('room_chat.message_gone');
    const ban = { username: reader.username, action: 'ban' as const };
    await model.call('moderate', { params: { username: model.username }, body: ban });
    expect(await codeOf(translate(reader, id))).toBe('room_chat.message_gone');
    const locked = await site.join({ type: 'model', settings: { chat_allowed: 'all', cam_password: 'x' } });
    const lockedPage = await locked.openRoom(await locked.openLobby(), locked.username);
    const hidden = await write(lockedPage, 'for those inside');
    expect(await codeOf(translate(await site.join(), hidden))).toBe('room_chat.message_gone');
    expect(asked.some(({ q }) => q === 'for those inside')).toBe(false);
  });

  test.each(['be broken', 'be odd', 'be huge'])(
    'of a translator that fails (%s) is said to be away, and asked again by the next (common.unavailable)',
    async (text) => {
      const { reader, page, translate } = await setUp();
      const id = await write(page, text);
      expect(await codeOf(translate(reader, id))).toBe('common.unavailable');
      expect(await codeOf(translate(reader, id))).toBe('common.unavailable');
      expect(asked.filter(({ q }) => q === text)).toHaveLength(2);
    },
  );
});
