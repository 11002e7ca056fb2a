import { uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '#site/app/testing-site.ts';

const site = await useTestSite({ env: { SUPPORT_PHONE: '+49 30 1234567' } });

const enter = async (member: Member, room: string) => member.openRoom(await member.openLobby(), room);
const joinAs = async (membership: string | null) => {
  const member = await site.join({ tokens: 10 });
  await sql`update accounts set membership = ${membership} where id = ${member.id}`.execute(
    site.database.kysely,
  );
  return member;
};

test('another model is a viewer: reads, writes, moderates nothing; a room that blocks models is none for her (MODERATION-ROLES-011) (REALTIME-033): S3205', async () => {
  const model = await site.join({ type: 'model', settings: { chat_allowed: 'all' } });
  const other = await site.join({ type: 'model', tokens: 10 });
  const viewer = await site.join();
  const params = { username: model.username };
  await sql`update accounts set email_confirmed = true where id = ${other.id}`.execute(site.database.kysely);

  const [page, witness] = [await enter(other, model.username), await enter(viewer, model.username)];
  page.send('v3.chat.send', { client_id: uuidv7(), message: 'good evening' });
  expect(await witness.waitFor('v3.chat.message')).toMatchObject({
    username: other.username,
    is_model: true,
    is_moderator: false,
  });
  expect((await other.call('getRoom', { params })).viewer).toMatchObject({
    can_moderate: false,
    can_administer: false,
  });
  const ban = other.call('moderate', { params, body: { username: viewer.username, action: 'ban' } });
  expect(await codeOf(ban)).toBe('common.forbidden');

  await model.call('saveSettings', { body: { block_room_models: true } });
  expect(await codeOf(other.call('getRoom', { params }))).toBe('rooms.not_found');
  await expect(enter(other, model.username)).rejects.toThrow('not_found');
  expect((await viewer.call('getRoom', { params })).user.id).toBe(model.id);
  expect((await model.call('getRoom', { params })).user.id).toBe(model.id);
});

test.each([
  [null, false, false],
  ['premium', false, false],
  ['vip', true, false],
  ['super_vip', true, true],
] as const)(
  'membership %s: VIP is vip or super_vip, in the room’s events and by the length of lines (MODERATION-ROLES-014) (REALTIME-033): S3205',
  async (membership, isVip, isSuperVip) => {
    const model = await site.join({ type: 'model', settings: { chat_allowed: 'all' } });
    const member = await joinAs(membership);
    const page = await enter(member, model.username);
    page.send('v3.chat.send', { client_id: uuidv7(), message: 'hello' });
    expect(await page.waitFor('v3.chat.message')).toMatchObject({
      is_vip: isVip,
      is_super_vip: isSuperVip,
    });
    const client_id = uuidv7();
    page.send('v3.chat.send', { client_id, message: 'long '.repeat(60) });
    const ack = await page.waitFor('v3.ack', (answer) => answer.client_id === client_id);
    expect(ack.errorType ?? null).toBe(isVip ? null : 'too_long');
  },
);

test('a card on file and a purchase are told, and let nobody write who may not; tokens do (REALTIME-033): S3205', async () => {
  const model = await site.join({ type: 'model', settings: { chat_allowed: 'all' } });
  const member = await site.join();
  const { kysely } = site.database;
  await sql`insert into cards (id, account_id, biller, card_token, brand, last4)
    values (gen_random_uuid(), ${member.id}, 'sandbox', 'sbx_1', 'visa', '4242')`.execute(kysely);
  await sql`insert into orders (id, account_id, biller, internal_id, tokens, amount_cents, currency, state, settled_at)
    values (${uuidv7()}, ${member.id}, 'sandbox', 'tokens_50', 50, 500, 'USD', 'succeeded', now())`.execute(
    kysely,
  );
  const write = async (page: Awaited<ReturnType<typeof enter>>) => {
    const client_id = uuidv7();
    page.send('v3.chat.send', { client_id, message: 'hello' });
    return (await page.waitFor('v3.ack', (answer) => answer.client_id === client_id)).errorType ?? null;
  };
  const page = await enter(member, model.username);
  const { user } = await page.waitFor('v3.authorize.success');
  expect(user).toMatchObject({ has_cc: true, has_purchase: true, has_tokens: false, email_confirmed: false });
  expect(await write(page)).toBe('not_allowed');
  expect(await write(await enter(await joinAs(null), model.username))).toBeNull();
});

test('super VIPs alone are told that they see the support phone, and its number (MODERATION-ROLES-016)', async () => {
  const shown: Record<string, unknown> = {};
  for (const membership of [null, 'premium', 'vip', 'super_vip']) {
    const member = await joinAs(membership);
    const { user } = await member.call('getCurrentUser');
    const { support } = await member.call('getSiteConfig');
    shown[String(membership)] = [user.showSupportPhone, support.phone];
    // What is rendered for everybody names it to nobody.
    expect((await member.call('getSiteConfig', { query: { ssr: '1' } })).support.phone).toBeNull();
  }
  const hidden = [false, null];
  expect(shown).toEqual({
    null: hidden,
    premium: hidden,
    vip: hidden,
    super_vip: [true, '+49 30 1234567'],
  });
  expect((await (await site.visit()).call('getSiteConfig')).support.phone).toBeNull();
});
