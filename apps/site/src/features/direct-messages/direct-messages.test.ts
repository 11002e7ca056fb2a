import { uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, type JoinOptions, type Member, useTestSite } from '../../app/testing-site.ts';
import { eventsOf, read, roomOf, settle, textsOf, write } from './testing-talks.ts';

const site = await useTestSite({ env: { BANNED_TERMS: 'cheap pills,scam coin' } });
const open: JoinOptions = { settings: { pm_allow: 'all' } };
const pair = async () => [await site.join(open), await site.join(open)] as const;
const named = (member: Member) => ({ params: { username: member.username } });

describe('a message', () => {
  test('is kept, comes to all pages of both, and is unread at the receiver (PM-FRIENDS-006) (PM-FRIENDS-007) (PM-FRIENDS-017) (S2904)', async () => {
    const [anna, ben] = await pair();
    const [annasPage, second, bensPage] = [
      await anna.openLobby(),
      await anna.openLobby(),
      await ben.openLobby(),
    ];
    const clientId = uuidv7();
    const sent = await anna.call('sendMessage', {
      ...named(ben),
      body: { text: 'good evening', client_id: clientId },
    });
    for (const page of [annasPage, second])
      expect(await page.waitFor('v3.pm.message')).toMatchObject({
        id: sent.id,
        username: ben.username,
        from: anna.username,
        message: 'good evening',
        client_id: clientId,
      });
    const message = await bensPage.waitFor('v3.pm.message');
    expect(message).toMatchObject({ id: sent.id, username: anna.username, from: anna.username });
    expect(message).not.toHaveProperty('client_id');
    expect(await bensPage.waitFor('v3.pm.new')).toMatchObject({
      username: anna.username,
      unread: 1,
      last_message: 'good evening',
      is_friend: false,
    });
    expect((await ben.call('getCurrentUser')).pm).toMatchObject({
      unread: 1,
      unread_rooms: [anna.username],
      open_rooms: [anna.username],
    });
    expect((await anna.call('getCurrentUser')).pm).toMatchObject({ unread: 0, unread_rooms: [] });
  });

  test('goes by the lobby too, and both ways make the same: one message per client id (W56) (PM-FRIENDS-017)', async () => {
    const [anna, ben] = await pair();
    const page = await anna.openLobby();
    const clientId = uuidv7();
    const given = { client_id: clientId, username: ben.username, message: 'once' };
    page.send('v3.pm.send', given);
    const ack = await page.waitFor('v3.ack');
    expect(ack).toMatchObject({ client_id: clientId, status: 1 });
    page.send('v3.pm.send', given);
    page.send('v3.pm.send', { ...given, message: 'another' });
    expect(await page.waitFor('v3.ack', ({ status }) => status === 0)).toMatchObject({
      errorType: 'conflict',
    });
    const acks = page.received.filter(({ name }) => name === 'v3.ack');
    expect(acks[1]!.payload).toEqual(ack);
    const body = { text: 'once', client_id: clientId };
    expect((await anna.call('sendMessage', { ...named(ben), body })).id).toBe(ack.id);
    expect(
      await codeOf(anna.call('sendMessage', { ...named(ben), body: { ...body, text: 'another' } })),
    ).toBe('common.idempotency_key_reused');
    expect(await textsOf(ben, anna)).toEqual(['once']);
    // A page that was left before the ack came knows by its own id that the message was sent; nobody else reads it.
    expect((await read(anna, ben)).items.map((item) => item.client_id)).toEqual([clientId]);
    expect((await read(ben, anna)).items.map((item) => item.client_id)).toEqual([null]);
    expect((await roomOf(ben, anna))?.unread).toBe(1);
  });

  test('keeps its place among those of the same page', async () => {
    const [anna, ben] = await pair();
    const page = await anna.openLobby();
    const words = ['one', 'two', 'three', 'four', 'five'];
    for (const message of words)
      page.send('v3.pm.send', { client_id: uuidv7(), username: ben.username, message });
    await page.waitFor(
      'v3.ack',
      () => page.received.filter(({ name }) => name === 'v3.ack').length === words.length,
    );
    expect(await textsOf(ben, anna)).toEqual(words);
  });

  test('sent twice at the same moment is one', async () => {
    const [anna, ben] = await pair();
    const body = { text: 'twice?', client_id: uuidv7() };
    const answers = await Promise.all([1, 2, 3].map(() => anna.call('sendMessage', { ...named(ben), body })));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect((await roomOf(ben, anna))?.unread).toBe(1);
  });

  test('both ways at the same moment arrive all', async () => {
    const [anna, ben] = await pair();
    await Promise.all([1, 2, 3, 4].flatMap((n) => [write(anna, ben, `a${n}`), write(ben, anna, `b${n}`)]));
    expect((await textsOf(anna, ben)).toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3', 'b4']);
    expect((await roomOf(anna, ben))?.unread).toBe(4);
    expect((await roomOf(ben, anna))?.unread).toBe(4);
  });

  test('is plain text without control characters: W41', async () => {
    const [anna, ben] = await pair();
    await write(anna, ben, '<img src=x>\u202eevil\u0007');
    expect(await textsOf(ben, anna)).toEqual(['<img src=x>evil']);
  });

  test('that is empty or too long is refused on both ways', async () => {
    const [anna, ben] = await pair();
    const page = await anna.openLobby();
    for (const text of ['', '  ', '\u0007', 'x'.repeat(2_001)])
      expect(
        await codeOf(anna.call('sendMessage', { ...named(ben), body: { text, client_id: uuidv7() } })),
      ).toBe('common.invalid_input');
    page.send('v3.pm.send', { client_id: uuidv7(), username: ben.username, message: '   ' });
    expect((await page.waitFor('v3.ack')).errorType).toBe('invalid_message');
    page.send('v3.pm.send', { client_id: 'no-uuid', username: ben.username, message: 'hi' });
    expect((await page.waitFor('v3.ack', (ack) => ack.client_id === 'no-uuid')).status).toBe(0);
    expect(await textsOf(ben, anna)).toEqual([]);
  });

  test('of 2000 characters fits the socket too: W40', async () => {
    const [anna, ben] = await pair();
    const page = await anna.openLobby();
    const message = 'ü'.repeat(2_000);
    page.send('v3.pm.send', { client_id: uuidv7(), username: ben.username, message });
    expect((await page.waitFor('v3.ack')).status).toBe(1);
    expect(await textsOf(ben, anna)).toEqual([message]);
  });

  test('with words that are not allowed is refused (compliance.text_refused)', async () => {
    const [anna, ben] = await pair();
    expect(await codeOf(write(anna, ben, 'buy Cheap  PILLS now'))).toBe('compliance.text_refused');
    const page = await anna.openLobby();
    page.send('v3.pm.send', { client_id: uuidv7(), username: ben.username, message: 'a scam coin' });
    expect((await page.waitFor('v3.ack')).errorType).toBe('text_refused');
  });

  test('to oneself or nobody is refused (common.not_self) (direct_messages.not_found)', async () => {
    const anna = await site.join();
    const body = { text: 'hello', client_id: uuidv7() };
    expect(await codeOf(anna.call('sendMessage', { ...named(anna), body }))).toBe('common.not_self');
    const nobody = { params: { username: 'nobody_here' }, body };
    expect(await codeOf(anna.call('sendMessage', nobody))).toBe('direct_messages.not_found');
    const page = await anna.openLobby();
    page.send('v3.pm.send', { client_id: uuidv7(), username: 'nobody_here', message: 'hi' });
    expect((await page.waitFor('v3.ack')).errorType).toBe('not_found');
    page.send('v3.pm.send', { client_id: uuidv7(), username: anna.username, message: 'hi' });
    expect((await page.waitFor('v3.ack', (ack) => ack.errorType !== 'not_found')).status).toBe(0);
  });

  test('of a guest is refused: F7', async () => {
    const ben = await site.join(open);
    const guest = await site.visit();
    const page = await guest.openLobby();
    page.send('v3.pm.send', { client_id: uuidv7(), username: ben.username, message: 'hi' });
    expect((await page.waitFor('v3.ack')).errorType).toBe('guest');
    page.send('v3.pm.list', {});
    expect(await page.waitFor('v3.error')).toMatchObject({ errorType: 'guest', event: 'v3.pm.list' });
  });

  test('leaves a notice for somebody who has no page open, one per unread conversation', async () => {
    const [anna, ben] = await pair();
    await write(anna, ben, 'first');
    await write(anna, ben, 'second');
    const { items } = await ben.call('listNotifications');
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ kind: 'pm', body: 'first', url: `/inbox?with=${anna.username}` });
  });
});

describe('a tip out of a conversation', () => {
  test('stands in it on both sides, once (LEDGER-TIP-001)', async () => {
    const model = await site.join({ type: 'model' });
    const anna = await site.join({ tokens: 50 });
    const page = await model.openLobby();
    const args = {
      params: { id: String(model.id) },
      body: { amount: 20, type: 'pm', comment: 'for the drawing' },
      idempotencyKey: uuidv7(),
    } as const;
    for (let i = 0; i < 2; i++) await anna.call('sendTip', args);
    expect(await page.waitFor('v3.pm.message')).toMatchObject({
      username: anna.username,
      message: 'for the drawing',
      media: { kind: 'tip', tokens: 20 },
    });
    for (const [one, other] of [
      [anna, model],
      [model, anna],
    ] as const)
      expect((await read(one, other)).items).toMatchObject([{ tip: 20, text: 'for the drawing' }]);
  });
});

describe('who may write (direct_messages.not_allowed)', () => {
  const refusal = async (from: Member, to: Member) => {
    const { can_write: canWrite } = await read(from, to);
    const code = await codeOf(write(from, to, 'may I?'));
    expect(canWrite.ok).toBe(code === 'not refused');
    return code === 'not refused' ? null : `${code} ${canWrite.reason}`;
  };
  const NOT_ALLOWED = 'direct_messages.not_allowed';

  test('viewers take messages of friends, models of who has tokens, until they choose otherwise (PM-FRIENDS-017)', async () => {
    const [anna, ben] = [await site.join(), await site.join()];
    const model = await site.join({ type: 'model' });
    expect(await refusal(anna, ben)).toBe(`${NOT_ALLOWED} not_friend`);
    await anna.call('requestFriend', { ...named(ben), body: {} });
    expect(await refusal(anna, ben)).toBe(`${NOT_ALLOWED} not_friend`);
    await ben.call('acceptFriend', { ...named(anna), body: {} });
    expect(await refusal(anna, ben)).toBeNull();
    expect(await refusal(anna, model)).toBe(`${NOT_ALLOWED} not_allowed`);
    expect(await refusal(await site.join({ tokens: 5 }), model)).toBeNull();
  });

  test('nobody writes to `none`, but whoever is written to answers for 14 days', async () => {
    const [anna, ben] = [await site.join({ settings: { pm_allow: 'none' } }), await site.join(open)];
    expect(await refusal(ben, anna)).toBe(`${NOT_ALLOWED} not_allowed`);
    await write(anna, ben, 'I write first');
    expect(await refusal(ben, anna)).toBeNull();
    await sql`update direct_messages set created_at = now() - interval '15 days'
      where sender_id = ${anna.id}`.execute(site.database.kysely);
    expect(await refusal(ben, anna)).toBe(`${NOT_ALLOWED} not_allowed`);
  });

  test('staff reach everybody, nobody reaches the suspended', async () => {
    const anna = await site.join({ settings: { pm_allow: 'none' } });
    const moderator = await site.join({ roles: ['site_mod'] });
    expect(await refusal(moderator, anna)).toBeNull();
    const gone = await site.join(open);
    await sql`update accounts set suspended_at = now() where id = ${gone.id}`.execute(site.database.kysely);
    expect(await refusal(anna, gone)).toBe(`${NOT_ALLOWED} not_allowed`);
  });

  test('the refusal names its reason on the socket', async () => {
    const [anna, ben] = [await site.join(), await site.join()];
    const page = await anna.openLobby();
    page.send('v3.pm.send', { client_id: uuidv7(), username: ben.username, message: 'hi' });
    expect(await page.waitFor('v3.ack')).toMatchObject({ status: 0, errorType: 'not_friend' });
  });

  test('at most 20 new people a day; answers and known people are free (direct_messages.too_many_new)', async () => {
    const anna = await site.join(open);
    await sql`insert into conversations (account_id, partner_id, is_starter)
      select ${anna.id}, 900000 + n, true from generate_series(1, 19) n`.execute(site.database.kysely);
    const [ben, cara, dora] = [await site.join(open), await site.join(open), await site.join(open)];
    await write(anna, ben, 'the twentieth');
    expect(await codeOf(write(anna, cara, 'one more'))).toBe('direct_messages.too_many_new');
    const page = await anna.openLobby();
    page.send('v3.pm.send', { client_id: uuidv7(), username: cara.username, message: 'hi' });
    expect((await page.waitFor('v3.ack')).errorType).toBe('limit_reached');
    await write(anna, ben, 'again');
    await write(dora, anna, 'you do not know me');
    await write(anna, dora, 'an answer');
    expect(await textsOf(cara, anna)).toEqual([]);
  });
});

describe('somebody who ignores (F3)', () => {
  test('gets nothing of the ignored one, to whom all looks like sent', async () => {
    const [anna, ben] = await pair();
    await write(ben, anna, 'before');
    await anna.call('ignorePerson', { ...named(ben), body: { ignored: true } });
    const [annasPage, bensPage] = [await anna.openLobby(), await ben.openLobby()];
    const id = await write(ben, anna, 'do you see this?');
    expect(await bensPage.waitFor('v3.pm.message')).toMatchObject({ id, message: 'do you see this?' });
    bensPage.send('v3.pm.send', { client_id: uuidv7(), username: anna.username, message: 'and this?' });
    expect((await bensPage.waitFor('v3.ack')).status).toBe(1);
    expect(await textsOf(ben, anna)).toEqual(['before', 'do you see this?', 'and this?']);
    expect(await roomOf(ben, anna)).toMatchObject({ last: { text: 'and this?', mine: true } });
    expect((await read(ben, anna)).can_write).toEqual({ ok: true, reason: null });

    await settle(annasPage);
    expect(eventsOf(annasPage)).toEqual([]);
    expect(await textsOf(anna, ben)).toEqual(['before']);
    expect(await roomOf(anna, ben)).toMatchObject({ unread: 1, last: { text: 'before' } });
    expect((await anna.call('listNotifications')).items).toHaveLength(1);
    // What came while it lasted does not come later.
    await anna.call('ignorePerson', { ...named(ben), body: { ignored: false } });
    expect(await textsOf(anna, ben)).toEqual(['before']);
    await write(ben, anna, 'now');
    expect(await textsOf(anna, ben)).toEqual(['before', 'now']);
  });

  test('cannot write to the ignored one before ending it', async () => {
    const [anna, ben] = await pair();
    await anna.call('ignorePerson', { ...named(ben), body: { ignored: true } });
    expect(await codeOf(write(anna, ben, 'hi'))).toBe('direct_messages.not_allowed');
    expect((await read(anna, ben)).can_write).toEqual({ ok: false, reason: 'blocked' });
    const page = await anna.openLobby();
    page.send('v3.pm.send', { client_id: uuidv7(), username: ben.username, message: 'hi' });
    expect((await page.waitFor('v3.ack')).errorType).toBe('blocked');
  });
});

describe('a deleted account', () => {
  test('shows as such in the conversations of others, and takes no messages', async () => {
    const [anna, ben] = await pair();
    await write(ben, anna, 'goodbye');
    await sql`delete from accounts where id = ${ben.id}`.execute(site.database.kysely);
    const name = `deleted_${ben.id}`;
    const { items } = await anna.call('listConversations');
    expect(items).toMatchObject([
      { username: name, displayName: 'Deleted account', avatarUrl: null, status: null, friend: null },
    ]);
    const talk = await anna.call('readConversation', { params: { username: name } });
    expect(talk.items).toMatchObject([{ from: name, text: 'goodbye' }]);
    expect(talk.can_write).toEqual({ ok: false, reason: 'deleted' });
    const stranger = await site.join();
    expect(await codeOf(stranger.call('readConversation', { params: { username: name } }))).toBe(
      'direct_messages.not_found',
    );
    await anna.call('deleteMessages', { params: { username: name }, body: {} });
    expect((await anna.call('listConversations')).items).toEqual([]);
  });

  test('cannot be pretended by a name (identity.username_refused)', async () => {
    expect(await codeOf(site.join({ username: 'deleted_12', byForm: true }))).toBe(
      'identity.username_refused',
    );
  });
});
