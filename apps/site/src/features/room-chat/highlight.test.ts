import { uuidv7 } from '@klieg/kernel';
import type { VisitorSocket } from '@klieg/testing';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { codeOf, type JoinOptions, type Member, useTestSite } from '../../app/testing-site.ts';
import { HIGHLIGHT_MS } from './highlight-rules.ts';

const site = await useTestSite();

const write = async (page: VisitorSocket, message: string): Promise<string> => {
  const client_id = uuidv7();
  page.send('v3.chat.send', { client_id, message });
  return (await page.waitFor('v3.ack', (ack) => ack.client_id === client_id)).id!;
};

/** A room in which somebody has written a line. */
const setUp = async (person: JoinOptions = { tokens: 100 }, model?: Member) => {
  const owner = model ?? (await site.join({ type: 'model', settings: { chat_allowed: 'all' } }));
  const params = { username: owner.username };
  const viewer = await site.join(person);
  const enter = async (member: Member) => member.openRoom(await member.openLobby(), owner.username);
  const page = await enter(viewer);
  const id = await write(page, 'look at this');
  const highlight = (by: Member = viewer, message_id = id, idempotencyKey = uuidv7()) =>
    by.call('highlightLine', { params, body: { message_id }, idempotencyKey });
  const pin = (by: Member, messageId = id) =>
    by.call('pinLine', { params: { ...params, id: messageId }, body: {} });
  return { model: owner, viewer, params, enter, page, id, highlight, pin };
};

const told = (page: VisitorSocket, id: string) =>
  page.waitFor('v3.user.highlighted_message', (event) => event.id === id);

describe('a highlight', () => {
  test('is told to everybody for 60 s, costs 10 tokens and stands in the history of both (CHAT-017) (S3206)', async () => {
    const { model, viewer, page, id, highlight } = await setUp();
    const guest = await site.visit();
    const other = await guest.openRoom(await guest.openLobby(), model.username);
    const lobby = await viewer.openLobby();
    expect(await highlight()).toEqual({ status: 1, tokens: 90 });
    for (const seen of [page, other]) {
      const event = await told(seen, id);
      expect(event).toMatchObject({ username: viewer.username, message: 'look at this', tokens: 10 });
      expect(event.until! - event.at).toBe(HIGHLIGHT_MS);
    }
    expect(
      await lobby.waitFor('v3.token.update', (update) => update.tokens === 90 && update.type === 'tip'),
    ).toMatchObject({
      tokens: 90,
      token_change: -10,
    });
    const [row] = (await viewer.call('listHistory')).items;
    expect(row).toMatchObject({
      tokens: -10,
      balance_after: 90,
      counterpart: model.username,
      ref: { type: 'highlight', id },
      comment: 'Highlighted message',
    });
    const { postings } = await viewer.call('traceTransfer', { params: { id: row!.id } });
    expect(postings.map(({ account, debit, credit }) => [account, debit, credit]).toSorted()).toEqual([
      ['earned', 0, 6],
      ['platform', 0, 4],
      ['spendable', 10, 0],
    ]);
    expect((await model.call('listHistory')).items[0]).toMatchObject({ tokens: 6 });
  });

  test('is told once to who comes later, with what is left of its time, and not when its line is gone (CHAT-017) (CHAT-006)', async () => {
    const { model, enter, page, id, highlight, params } = await setUp();
    const gone = await write(page, 'soon away');
    await highlight();
    await highlight(undefined, gone);
    await model.call('deleteLine', { params: { ...params, id: gone }, body: {} });
    const late = await enter(await site.join());
    const event = await told(late, id);
    expect(event.until! - event.at).toBeLessThanOrEqual(HIGHLIGHT_MS);
    await write(late, 'I am here').catch(() => undefined);
    const heard = late.received.filter(({ name }) => name === 'v3.user.highlighted_message');
    expect(heard).toHaveLength(1);
  });

  test('asked for again under its key is paid once and told once; another key adds 60 s (CHAT-017) (S5)', async () => {
    const { viewer, page, id, highlight } = await setUp();
    const key = uuidv7();
    const [first, again] = [await highlight(viewer, id, key), await highlight(viewer, id, key)];
    expect(again).toEqual(first);
    const event = await told(page, id);
    expect(await highlight()).toEqual({ status: 1, tokens: 80 });
    const longer = await page.waitFor(
      'v3.user.highlighted_message',
      (next) => next.id === id && next.until !== event.until,
    );
    expect(longer.until! - event.until!).toBe(HIGHLIGHT_MS);
    expect(page.received.filter(({ name }) => name === 'v3.user.highlighted_message')).toHaveLength(2);
  });

  test('asked for twice at once is paid for twice and runs twice as long', async () => {
    const { viewer, page, highlight } = await setUp();
    const answers = await Promise.all([highlight(), highlight()]);
    // Both may be taken in one step; then both answers tell what is left after both.
    expect(Math.min(...answers.map(({ tokens }) => tokens))).toBe(80);
    expect((await viewer.call('getCurrentUser')).tokens).toBe(80);
    const { until } = await page.waitFor('v3.user.highlighted_message');
    await page.waitFor('v3.user.highlighted_message', (event) => event.until === until! + HIGHLIGHT_MS);
  });

  test('that did not reach the room costs nothing yet, and the same press pays for it once it does (CHAT-017)', async () => {
    const { model, viewer, page, id, highlight } = await setUp();
    const room = site.site.hub.find(model.username)!;
    const key = uuidv7();
    vi.spyOn(room, 'submit').mockResolvedValueOnce(false);
    expect(await codeOf(highlight(viewer, id, key))).toBe('common.unavailable');
    expect((await viewer.call('listHistory')).items.map(({ kind }) => kind)).toEqual(['promotion']);
    expect((await model.call('getCurrentUser')).earnings).toBe(0);
    expect(await highlight(viewer, id, key)).toEqual({ status: 1, tokens: 90 });
    await told(page, id);
    expect((await viewer.call('listHistory')).items).toHaveLength(2);
    expect((await model.call('getCurrentUser')).earnings).toBe(6);
  });

  test('that never reached the room gives its tokens back, and its key buys nothing any more (CHAT-017)', async () => {
    const { model, viewer, page, id, highlight } = await setUp();
    const key = uuidv7();
    vi.spyOn(site.site.hub.find(model.username)!, 'submit').mockResolvedValueOnce(false);
    expect(await codeOf(highlight(viewer, id, key))).toBe('common.unavailable');
    expect((await viewer.call('getCurrentUser')).tokens).toBe(90);
    await sql`update ledger.holds set expires_at = now() - interval '1 second'
      where machine = ${`highlight:${id}`}`.execute(site.database.kysely);
    await site.site.ledger.expireHolds(() => Promise.resolve(new Set<string>()));
    expect((await viewer.call('getCurrentUser')).tokens).toBe(100);
    expect(await codeOf(highlight(viewer, id, key))).toBe('common.idempotency_key_reused');
    expect(page.received.some(({ name }) => name === 'v3.user.highlighted_message')).toBe(false);
    expect(await highlight()).toEqual({ status: 1, tokens: 90 });
  });

  test('whose answer was lost is answered again after its line is gone (CHAT-017) (S5)', async () => {
    const { model, viewer, id, highlight, params } = await setUp();
    const key = uuidv7();
    const answer = await highlight(viewer, id, key);
    await model.call('deleteLine', { params: { ...params, id }, body: {} });
    expect(await highlight(viewer, id, key)).toEqual(answer);
    expect((await viewer.call('getCurrentUser')).tokens).toBe(90);
    expect(await codeOf(highlight())).toBe('room_chat.message_gone');
  });

  test('is of the own line alone, while it is there, and nothing is paid otherwise (room_chat.message_gone) (common.forbidden) (rooms.not_found)', async () => {
    const { model, viewer, highlight, params } = await setUp();
    const stranger = await site.join({ tokens: 50 });
    expect(await codeOf(highlight(stranger))).toBe('common.forbidden');
    expect(await codeOf(highlight(viewer, uuidv7()))).toBe('room_chat.message_gone');
    const elsewhere = viewer.call('highlightLine', {
      params: { username: 'nobody_here' },
      body: { message_id: uuidv7() },
      idempotencyKey: uuidv7(),
    });
    expect(await codeOf(elsewhere)).toBe('rooms.not_found');
    await model.call('moderate', { params, body: { username: viewer.username, action: 'ban' } });
    expect(await codeOf(highlight())).toBe('rooms.banned');
    expect((await viewer.call('getCurrentUser')).tokens).toBe(100);
    expect((await stranger.call('getCurrentUser')).tokens).toBe(50);
  });

  test('is paid by whoever may spend alone (common.not_self) (ledger.model_cannot_spend) (ledger.not_enough_tokens)', async () => {
    const { model, enter, highlight } = await setUp();
    expect(await codeOf(highlight(model))).toBe('common.not_self');
    const guestModel = await site.join({ type: 'model' });
    const poor = await site.join({ tokens: 9 });
    const lines = [
      [guestModel, 'ledger.model_cannot_spend'],
      [poor, 'ledger.not_enough_tokens'],
    ] as const;
    for (const [member, code] of lines) {
      const page = await enter(member);
      // Whether they may write here is another matter.
      const id = uuidv7();
      site.site.hub.find(model.username)!.publishLine({
        id,
        at: Date.now(),
        message: 'a line',
        username: member.username,
      });
      expect(await codeOf(highlight(member, id))).toBe(code);
      expect(page.received.some(({ name }) => name === 'v3.user.highlighted_message')).toBe(false);
    }
  });

  test('is not sold to whom the performer ignores (S7) (tipping.target_closed)', async () => {
    const { model, viewer, highlight } = await setUp();
    await model.call('ignorePerson', { params: { username: viewer.username }, body: { ignored: true } });
    expect(await codeOf(highlight())).toBe('tipping.target_closed');
    expect((await viewer.call('getCurrentUser')).tokens).toBe(100);
  });

  test('is not sold where tips are not (compliance.tip_geo_block_receiver)', async () => {
    const abroad = await site.join({
      type: 'model',
      country: 'SE',
      settings: { chat_allowed: 'all' },
    });
    const { highlight, viewer } = await setUp({ tokens: 100 }, abroad);
    expect(await codeOf(highlight())).toBe('compliance.tip_geo_block_receiver');
    expect((await viewer.call('getCurrentUser')).tokens).toBe(100);
  });
});

describe('a pin', () => {
  test('is free, by the streamer and those who can moderate, of anybody’s line (CHAT-017) (S3206) (room_chat.message_gone) (common.not_found)', async () => {
    const { model, viewer, page, id, pin, params } = await setUp();
    const moderator = await site.join();
    await model.call('setModerator', { params, body: { username: moderator.username, moderator: true } });
    expect(await pin(moderator)).toEqual({ status: 1 });
    const event = await told(page, id);
    expect(event).toMatchObject({ username: viewer.username, message: 'look at this' });
    expect(event).not.toHaveProperty('tokens');
    expect(await pin(model)).toEqual({ status: 1 });
    expect(await codeOf(pin(model, uuidv7()))).toBe('room_chat.message_gone');
    expect(await codeOf(pin(viewer))).toBe('common.forbidden');
    const nowhere = model.call('pinLine', { params: { username: 'nobody_here', id }, body: {} });
    expect(await codeOf(nowhere)).toBe('common.not_found');
    expect((await viewer.call('getCurrentUser')).tokens).toBe(100);
  });
});
