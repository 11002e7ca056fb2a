import { uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type JoinOptions, useTestSite } from '../../app/testing-site.ts';
import { type ChatFacts, hasLink, refuseLine } from './chat-rules.ts';
import { makeRecentAcks, REMEMBER_MS } from './recent-acks.ts';

const site = await useTestSite();

const setUp = async (chatAllowed = 'all', person: JoinOptions = { tokens: 10 }) => {
  const model = await site.join({ type: 'model', settings: { chat_allowed: chatAllowed } });
  const member = await site.join(person);
  const lobby = await member.openLobby();
  return { model, member, lobby, room: await member.openRoom(lobby, model.username) };
};

describe('a line', () => {
  test('is acked and comes to everybody in the room, the sender too (CHAT-011) (CHAT-038)', async () => {
    const { model, member, room } = await setUp();
    const other = await site.visit();
    const page = await other.openRoom(await other.openLobby(), model.username);
    const clientId = uuidv7();
    room.send('v3.chat.send', { client_id: clientId, message: 'good evening', user_language: 'de' });
    const ack = await room.waitFor('v3.ack');
    expect(ack).toMatchObject({ client_id: clientId, status: 1 });
    for (const seen of [room, page])
      expect(await seen.waitFor('v3.chat.message')).toMatchObject({
        id: ack.id,
        message: 'good evening',
        username: member.username,
        user_language: 'de',
        has_tokens: true,
        is_guest: false,
        type: 'text',
      });
  });

  test('stays in the history for those who come later, at most 200 (CHAT-006) (CHAT-026) (CONSTANTS-046)', async () => {
    const { model } = await setUp();
    const live = site.site.hub.find(model.username)!;
    for (let i = 0; i < 250; i++)
      live.publishLine({ id: uuidv7(), at: i, message: `line ${i}`, username: 'anna' });
    const late = await site.visit();
    const page = await late.openRoom(await late.openLobby(), model.username);
    const { messages } = await page.waitFor('v3.chat.history');
    expect(messages).toHaveLength(200);
    expect(messages.at(-1)).toMatchObject({ message: 'line 249' });
    const buyer = await site.join({ tokens: 10 });
    await sql`insert into orders (id, account_id, biller, internal_id, tokens, amount_cents, currency, state, settled_at)
      values (${uuidv7()}, ${buyer.id}, 'sandbox', 'tokens_50', 50, 500, 'USD', 'succeeded', now())`.execute(
      site.database.kysely,
    );
    const writing = await buyer.openRoom(await buyer.openLobby(), model.username);
    writing.send('v3.chat.send', { client_id: uuidv7(), message: 'good evening' });
    await writing.waitFor('v3.chat.message', ({ message }) => message === 'good evening');
    const again = await late.openRoom(await late.openLobby(), model.username);
    expect((await again.waitFor('v3.chat.history')).messages.at(-1)).toMatchObject({
      message: 'good evening',
      username: buyer.username,
      has_tokens: true,
      has_purchase: true,
      recent_purchases: 1,
    });
    const first = await late.call('getRoom', { params: { username: model.username } });
    expect(first.chatMessageList).toHaveLength(50);
  });

  test('is one of as many as an account may write, on however many pages it writes: W40', async () => {
    const { model, member, lobby, room } = await setUp();
    const pages = [room];
    for (let i = 0; i < 3; i++) pages.push(await member.openRoom(lobby, model.username));
    const stranger = await site.join({ tokens: 10 });
    const other = await stranger.openRoom(await stranger.openLobby(), model.username);
    for (let i = 0; i < 4; i++)
      for (const page of pages)
        page.send('v3.chat.send', { client_id: uuidv7(), message: `${i} of ${pages.indexOf(page)}` });
    other.send('v3.chat.send', { client_id: uuidv7(), message: 'mine alone' });
    expect(await other.waitFor('v3.ack')).toMatchObject({ status: 1 });
    const refused = await pages.at(-1)!.waitFor('v3.ack', ({ status }) => status === 0);
    expect(refused).toMatchObject({ errorType: 'rate_limited' });
    expect(refused.retry_after_ms).toBeGreaterThan(0);
  });

  test('sent again with its id appears once; other text under the id is a conflict: W56', async () => {
    const { room } = await setUp();
    const clientId = uuidv7();
    room.send('v3.chat.send', { client_id: clientId, message: 'once' });
    const first = await room.waitFor('v3.ack');
    room.send('v3.chat.send', { client_id: clientId, message: 'once' });
    room.send('v3.chat.send', { client_id: clientId, message: 'twice' });
    await room.waitFor('v3.ack', (ack) => ack.errorType === 'conflict');
    const acks = room.received.filter((message) => message.name === 'v3.ack');
    expect(acks[1]!.payload).toEqual(first);
    expect(room.received.filter((message) => message.name === 'v3.chat.message')).toHaveLength(1);
  });

  test('of a guest is refused: F7', async () => {
    const model = await site.join({ type: 'model', settings: { chat_allowed: 'all' } });
    const guest = await site.visit();
    const page = await guest.openRoom(await guest.openLobby(), model.username);
    page.send('v3.chat.send', { client_id: uuidv7(), message: 'hello' });
    expect(await page.waitFor('v3.ack')).toMatchObject({ status: 0, errorType: 'guest' });
  });

  test('that is too long, holds a link or an unknown command is refused and not relayed (CHAT-033)', async () => {
    const { room } = await setUp();
    const refused = async (message: string) => {
      const clientId = uuidv7();
      room.send('v3.chat.send', { client_id: clientId, message });
      return (await room.waitFor('v3.ack', (ack) => ack.client_id === clientId)).errorType;
    };
    expect(await refused('x'.repeat(201))).toBe('too_long');
    expect(await refused('see https://example.com')).toBe('links');
    expect(await refused('/dance')).toBe('unknown_command');
    expect(room.received.some((message) => message.name === 'v3.chat.message')).toBe(false);
  });

  test('loses control characters and overrides, and is never markup: W41', async () => {
    const { room } = await setUp();
    room.send('v3.chat.send', {
      client_id: uuidv7(),
      message: '<img src=x>\u202eevil\u0007',
    });
    expect(await room.waitFor('v3.chat.message')).toMatchObject({ message: '<img src=x>evil' });
  });

  test.each(['\u200b\u2060', '\u3164\u3164', '\u2800', '\ufe0f', '\u{e0041}', '\u202e\u200f', ' \u00a0 '])(
    'in which there is nothing to see is none (%j)',
    async (message) => {
      const { room } = await setUp();
      room.send('v3.chat.send', { client_id: uuidv7(), message });
      expect(await room.waitFor('v3.ack')).toMatchObject({ status: 0, errorType: 'invalid_message' });
    },
  );

  test('has the style that the settings know and answers a line that is there, nothing else: W17', async () => {
    const { room } = await setUp();
    const say = async (more: object) => {
      const client_id = uuidv7();
      room.send('v3.chat.send', { client_id, message: 'good evening', ...more });
      return room.waitFor('v3.ack', (answer) => answer.client_id === client_id);
    };
    for (const more of [
      { style: { text_color: 'red' } },
      { style: { font_family: ['arial'] } },
      { style: { text_color: '#ff0000', onclick: 'x' } },
      { style: { toString: 'x' } },
      { reply_to: 'not-an-id' },
    ])
      expect([more, await say(more)]).toMatchObject([more, { status: 0, errorType: 'invalid_message' }]);
  });

  test('answers a line of the room, and none that is gone or stands elsewhere', async () => {
    const { room } = await setUp();
    const say = async (message: string, more: object = {}) => {
      const client_id = uuidv7();
      room.send('v3.chat.send', { client_id, message, ...more });
      const { id } = await room.waitFor('v3.ack', (answer) => answer.client_id === client_id);
      return room.waitFor('v3.chat.message', (line) => line.id === id);
    };
    const style = { text_color: '#ff0000', font_family: 'georgia', font_size: '14px' };
    const first = await say('good evening', { style });
    expect(first.style).toEqual(style);
    expect((await say('and to you', { reply_to: first.id })).reply_to).toBe(first.id);
    expect((await say('to whom?', { reply_to: uuidv7() })).reply_to).toBeUndefined();
  });

  test('of the model passes the room’s own rule', async () => {
    const model = await site.join({ type: 'model', settings: { chat_allowed: 'tokens' } });
    const page = await model.openRoom(await model.openLobby(), model.username);
    page.send('v3.chat.send', { client_id: uuidv7(), message: 'welcome' });
    expect(await page.waitFor('v3.chat.message')).toMatchObject({ username: model.username, is_model: true });
  });

  test.each(['debug: ping', 'test: ping', 'good evening'])(
    'of a test account reach staff alone: "%s" (CHAT-036) (CHAT-037)',
    async (message) => {
      const { model, room } = await setUp('all', { tokens: 5, isTest: true });
      const streamer = await model.openRoom(await model.openLobby(), model.username);
      const staff = await site.join({ roles: ['site_mod'] });
      const desk = await staff.openRoom(await staff.openLobby(), model.username);
      room.send('v3.chat.send', { client_id: uuidv7(), message });
      expect(await desk.waitFor('v3.chat.message')).toMatchObject({ message });
      expect((await room.waitFor('v3.ack')).status).toBe(1);
      // Whoever comes afterwards does not find it either, and a line that all may read has come in between.
      streamer.send('v3.chat.send', { client_id: uuidv7(), message: 'welcome' });
      expect(await streamer.waitFor('v3.chat.message')).toMatchObject({ message: 'welcome' });
      expect(await room.waitFor('v3.chat.message')).toMatchObject({ message: 'welcome' });
      const first = await (await site.visit()).call('getRoom', { params: { username: model.username } });
      expect(first.chatMessageList.map((line) => line.message)).toEqual(['welcome']);
    },
  );
});

describe('who may write', () => {
  const facts: ChatFacts = {
    isLoggedIn: true,
    isPrivileged: false,
    isSilenced: false,
    isFollowerEnough: true,
    emailConfirmed: true,
    hasTokens: false,
    hasTippedLately: false,
    hasTippedEver: false,
    chatAllowed: 'all',
  };
  test.each([
    ['all', {}, null],
    ['tokens', {}, 'not_allowed'],
    ['tokens', { hasTokens: true }, null],
    ['tip_recent', { hasTokens: true }, 'not_allowed'],
    ['tip_recent', { hasTippedLately: true }, null],
    ['tip_anytime', { hasTokens: true }, 'not_allowed'],
    ['tip_anytime', { hasTippedEver: true }, null],
    ['all', { emailConfirmed: false }, 'not_allowed'],
    ['all', { emailConfirmed: false, hasTokens: true }, null],
    ['tokens', { isPrivileged: true }, null],
    ['all', { isLoggedIn: false }, 'guest'],
  ] as const)('%s with %o: %s: S3201 (REALTIME-033) (SETTINGS-009)', (chatAllowed, more, expected) => {
    expect(refuseLine({ ...facts, chatAllowed, ...more })).toBe(expected);
  });

  test('who tipped here once may write where that is asked', async () => {
    const { model, member, room } = await setUp('tip_anytime');
    const send = async () => {
      const clientId = uuidv7();
      room.send('v3.chat.send', { client_id: clientId, message: 'hi' });
      return (await room.waitFor('v3.ack', (ack) => ack.client_id === clientId)).status;
    };
    expect(await send()).toBe(0);
    await member.call('sendTip', {
      params: { id: String(model.id) },
      body: { amount: 1 },
      idempotencyKey: uuidv7(),
    });
    expect(await send()).toBe(1);
  });
});

describe('rules', () => {
  test('links are seen in their usual clothes', () => {
    for (const text of ['http://a.b', 'www.example', 'come to Example.COM now'])
      expect(hasLink(text)).toBe(true);
    for (const text of ['3.5 hours', 'e.g. this', 'well...no']) expect(hasLink(text)).toBe(false);
  });

  test('links are seen in disguise, and a space that is missing makes none', () => {
    for (const text of [
      'discord.gg/abc',
      'bit.ly/x',
      'evil.xyz',
      'see evil.example/x',
      'evil\u200b.com',
      'evil\u00ad.com',
      'evil\uff0ecom',
      'evil\u3002com',
      'http:\u200b//evil.example',
      '\uff45\uff56\uff49\uff4c.com',
      'm\u00fcnchen.de',
    ])
      expect(hasLink(text), text).toBe(true);
    for (const text of [
      'Hello.How are you',
      'wait.what?',
      '1.2.3',
      'and/or',
      'ok.so',
      'a.b',
      'p.s. hi',
      '24/7',
    ])
      expect(hasLink(text), text).toBe(false);
  });

  test('acks are forgotten after ten minutes', () => {
    let now = 0;
    const acks = makeRecentAcks({ now: () => now });
    acks.keep('a1', 'c1', 'hi', { client_id: 'c1', status: 1 });
    now = REMEMBER_MS;
    expect(acks.find('a1', 'c1', 'hi')).toMatchObject({ status: 1 });
    expect(acks.find('a2', 'c1', 'hi')).toBeUndefined();
    now += 1;
    expect(acks.find('a1', 'c1', 'hi')).toBeUndefined();
  });
});
