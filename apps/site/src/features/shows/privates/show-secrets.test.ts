import { TIP_GOAL } from '@klieg/contract/features/room-games/goal-limits';
import { uuidv7 } from '@klieg/kernel';
import type { VisitorSocket } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { expect, test } from 'vitest';
import { inRoom, makeShowSteps } from '#site/app/testing-shows-store.ts';
import { makeTicketSteps } from '#site/app/testing-tickets-store.ts';
import { codeOf, type Member, useTestSite } from '#site/app/testing-site.ts';

/*
 * What is said and given in a show stays in it (F5, F9): while it runs, after its end, and by every way by which a room
 * is read.
 */

const site = await useTestSite();
const steps = makeShowSteps(site);
const tickets = makeTicketSteps(site);

const tip = (from: Member, to: Member, amount: number, comment: string) =>
  from.call('sendTip', {
    params: { id: String(to.id) },
    body: { amount, comment },
    idempotencyKey: uuidv7(),
  } as never);
const say = async (page: VisitorSocket, message: string) => {
  const client_id = uuidv7();
  page.send('v3.chat.send', { client_id, message });
  expect(await page.waitFor('v3.ack', (ack) => ack.client_id === client_id)).toMatchObject({ status: 1 });
};

/** A private with a spy, and pages of everybody who may be near it. */
async function privateWithCompany() {
  const model = await steps.model({
    chat_allowed: 'all',
    private_cost: 60,
    spy_cost: 12,
  });
  const join = (options: object = {}) => site.join({ tokens: 5_000, ...options });
  const people = {
    payer: await join(),
    spy: await join(),
    otherSpy: await join(),
    waiting: await join(),
    moderator: await join(),
    staff: await join({ roles: ['site_mod'] }),
  };
  await model.call('setModerator', {
    params: inRoom(model),
    body: { username: people.moderator.username, moderator: true },
  });
  const pages = {
    studio: await steps.enter(model, model),
    payer: await steps.enter(people.payer, model),
    spy: await steps.enter(people.spy, model),
    otherSpy: await steps.enter(people.otherSpy, model),
    waiting: await steps.enter(people.waiting, model),
    moderator: await steps.enter(people.moderator, model),
    staff: await steps.enter(people.staff, model),
  };
  const { request_id: showId } = await steps.request(people.payer, model);
  await steps.accept(model, showId);
  steps.deliver(showId, 1);
  await pages.spy.waitFor('v3.private.started');
  for (const who of ['spy', 'otherSpy'] as const) {
    await steps.spy(people[who], model);
    await pages[who].waitFor('v3.room.snapshot', ({ mode }) => mode === 'spy');
  }
  return { model, people, pages, showId };
}

type Company = Awaited<ReturnType<typeof privateWithCompany>>;
type Page = keyof Company['pages'];
type Told = 'named' | 'nameless' | 'none';

/** How each page was told of a tip, known by its comment. */
function toldOf({ pages }: Company, comment: string): Record<Page, Told> {
  const of = (page: VisitorSocket): Told => {
    const found = page.received.find(
      ({ name, payload }) => name === 'v3.tip.received' && payload['comment'] === comment,
    );
    if (!found) return 'none';
    return found.payload['sender_name'] === undefined ? 'nameless' : 'named';
  };
  return Object.fromEntries(Object.entries(pages).map(([who, page]) => [who, of(page)])) as Record<
    Page,
    Told
  >;
}

test('a tip in a private is told to its two and staff, to spies without the name, to nobody else; a spy is named to performer and staff alone (F9) (F5) (LEDGER-TIP-003)', async () => {
  const company = await privateWithCompany();
  const { model, people, pages } = company;
  await tip(people.payer, model, 25, 'from the payer');
  await tip(people.spy, model, 15, 'from a spy');
  await tip(people.waiting, model, 5, 'from outside');
  // Tips of one room are told in the order in which they were paid.
  for (const page of Object.values(pages))
    await page.waitFor('v3.tip.received', ({ comment }) => comment === 'from outside');
  expect(toldOf(company, 'from the payer')).toEqual({
    studio: 'named',
    payer: 'named',
    staff: 'named',
    spy: 'nameless',
    otherSpy: 'nameless',
    waiting: 'none',
    moderator: 'none',
  });
  expect(toldOf(company, 'from a spy')).toEqual({
    studio: 'named',
    payer: 'nameless',
    staff: 'named',
    spy: 'named',
    otherSpy: 'nameless',
    waiting: 'none',
    moderator: 'none',
  });
  expect(new Set(Object.values(toldOf(company, 'from outside')))).toEqual(new Set(['named']));
  for (const who of ['waiting', 'moderator'] as const)
    expect(JSON.stringify(pages[who].received.filter(({ name }) => name === 'v3.tip.received'))).not.toMatch(
      `${people.payer.username}|${people.spy.username}`,
    );
});

/** How each of the company reads a tip in the first answer of the room, known by its comment. */
async function readBy({ model, people }: Company, comment: string) {
  const guest = await site.visit();
  const all = { studio: model, ...people, guest };
  const of = async (who: Pick<Member, 'call'>): Promise<Told> => {
    const { chatMessageList } = await who.call('getRoom', { params: inRoom(model) });
    const found = chatMessageList.find(({ message }) => message === comment);
    if (!found) return 'none';
    return found.username === '' && found.user.username === '' ? 'nameless' : 'named';
  };
  const told = Object.entries(all).map(async ([who, one]) => [who, await of(one)] as const);
  return Object.fromEntries(await Promise.all(told));
}

test.runIf(isFullRun)(
  'whoever loads the room anew reads the tips of a show as they were told, and none of it is left when it is over (F9) (F5)',
  async () => {
    const company = await privateWithCompany();
    const { model, people, pages } = company;
    await tip(people.payer, model, 25, 'from the payer');
    await tip(people.spy, model, 15, 'from a spy');
    await tip(people.waiting, model, 5, 'from outside');
    await pages.waiting.waitFor('v3.tip.received', ({ comment }) => comment === 'from outside');
    const near = { studio: 'named', staff: 'named', waiting: 'none', moderator: 'none', guest: 'none' };
    expect(await readBy(company, 'from the payer')).toEqual({
      ...near,
      payer: 'named',
      spy: 'nameless',
      otherSpy: 'nameless',
    });
    expect(await readBy(company, 'from a spy')).toEqual({
      ...near,
      payer: 'nameless',
      spy: 'named',
      otherSpy: 'nameless',
    });
    expect(new Set(Object.values(await readBy(company, 'from outside')))).toEqual(new Set(['named']));
    await steps.end(people.payer, model);
    await pages.waiting.waitFor('v3.room.snapshot', ({ mode }) => mode === 'public');
    for (const comment of ['from the payer', 'from a spy'])
      expect(new Set(Object.values(await readBy(company, comment))), comment).toEqual(new Set(['none']));
    expect(new Set(Object.values(await readBy(company, 'from outside')))).toEqual(new Set(['named']));
  },
);

test.runIf(isFullRun)(
  'news of such a tip that comes when the show is over, or in the next one, goes to its own people alone (F9)',
  async () => {
    const company = await privateWithCompany();
    const { model, people, pages, showId } = company;
    await steps.end(people.payer, model);
    await pages.spy.waitFor('v3.room.snapshot', ({ mode }) => mode === 'public');
    const late = (comment: string) => ({
      kind: 'moment' as const,
      name: 'v3.tip.received' as const,
      variants: {
        viewers: {
          tokens: 5,
          receiver_name: model.username,
          sender_name: people.payer.username,
          type: 'tip' as const,
          comment,
          id: uuidv7(),
          at: Date.now(),
        },
      },
      act: { personKey: `a${people.payer.id}`, place: { mode: 'private' as const, seat: 'member' as const } },
    });
    await site.site.hub.submit(model.username, late('when it was over'));
    await pages.payer.waitFor('v3.tip.received', ({ comment }) => comment === 'when it was over');
    const { request_id: next } = await steps.request(people.waiting, model);
    await steps.accept(model, next);
    await pages.waiting.waitFor('v3.room.snapshot', ({ mode }) => mode === 'private');
    await site.site.hub.submit(model.username, late('in the next'));
    await pages.payer.waitFor('v3.tip.received', ({ comment }) => comment === 'in the next');
    await tip(people.moderator, model, 5, 'to be told last');
    for (const page of Object.values(pages))
      await page.waitFor('v3.tip.received', ({ comment }) => comment === 'to be told last');
    for (const comment of ['when it was over', 'in the next'])
      expect(toldOf(company, comment)).toEqual({
        studio: 'named',
        payer: 'named',
        staff: 'named',
        spy: 'none',
        otherSpy: 'none',
        waiting: 'none',
        moderator: 'none',
      });
    expect(showId).not.toBe(next);
  },
);

test.runIf(isFullRun)(
  'a private pauses the goal: no tip of it counts, and none of its people is named; its end lets the goal go on (S1202) (GAMES-017)',
  async () => {
    const model = await steps.model({ chat_allowed: 'all', private_cost: 60, spy_cost: 12 });
    const [payer, waiting] = [await site.join({ tokens: 5_000 }), await site.join({ tokens: 5_000 })];
    const page = await steps.enter(waiting, model);
    await model.call('installApp', {
      body: { type: TIP_GOAL, config: { label: 'One song', target: 100 } },
    } as never);
    await tip(waiting, model, 10, '');
    await page.waitFor('v3.app.goal', ({ current }) => current === 10);
    const { request_id: showId } = await steps.request(payer, model);
    await steps.accept(model, showId);
    steps.deliver(showId, 1);
    // At once, before the goal has heard of the show.
    const { tip_id: inPrivate } = await tip(payer, model, 20, 'between us');
    await page.waitFor('v3.app.goal', ({ status }) => status === 'paused');
    await tip(waiting, model, 30, 'in the pause');
    await page.waitFor('v3.tip.received', ({ comment }) => comment === 'in the pause');
    await model.call('resetApp', { params: { type: String(TIP_GOAL) }, body: {} } as never);
    const state = async () =>
      (await waiting.call('listRoomApps', { params: inRoom(model) })).apps[0]?.state as Record<
        string,
        unknown
      >;
    await eventually(async () => expect(await state()).toMatchObject({ raised: 0, status: 'paused' }));
    await model.call('uninstallApp', { params: { type: String(TIP_GOAL) }, body: {} } as never);
    await model.call('installApp', {
      body: { type: TIP_GOAL, config: { label: 'Another', target: 100 } },
    } as never);
    expect(await state()).toMatchObject({ raised: 0, status: 'paused', last_username: null });
    await steps.end(payer, model);
    await page.waitFor('v3.app.goal', ({ status, title }) => status === 'running' && title === 'Another');
    await tip(waiting, model, 40, '');
    await page.waitFor('v3.app.goal', ({ current }) => current === 40);
    await site.site.ledger.refund({
      id: uuidv7(),
      kind: 'refund',
      transferId: inPrivate as never,
      amountTokens: 20,
    });
    await tip(waiting, model, 1, '');
    await page.waitFor('v3.app.goal', ({ current }) => current === 41);
    const told = page.received.filter(({ name }) => /app|goal|subject/.test(name));
    expect(JSON.stringify(told)).not.toContain(payer.username);
    const room = await waiting.call('getRoom', { params: inRoom(model) });
    expect(JSON.stringify([room.apps, room.app_panels])).not.toContain(payer.username);
  },
);

test.runIf(isFullRun)(
  'lines of a private stay with those who were in it: not for who comes after, for the next payer, for a spy of the next or a ticket holder (F5) (CHAT-015)',
  async () => {
    const { model, people, pages } = await privateWithCompany();
    await say(pages.waiting, 'said outside');
    await say(pages.payer, 'said between us');
    await pages.studio.waitFor('v3.chat.message', ({ message }) => message === 'said between us');
    await steps.end(people.payer, model);
    await pages.payer.waitFor('v3.room.snapshot', ({ mode }) => mode === 'public');

    const read = async (who: Member): Promise<string> => {
      const page = await steps.enter(who, model);
      const { messages } = await page.waitFor('v3.chat.history');
      const { chatMessageList } = await who.call('getRoom', { params: inRoom(model) });
      page.close();
      expect(JSON.stringify(messages)).toContain('said outside');
      return JSON.stringify([messages, chatMessageList]);
    };
    const guest = Object.assign(await site.visit(), { id: 0, username: '', password: '' });
    const readers = [guest, people.moderator, people.staff, people.payer, model];
    for (const who of readers) expect(await read(who)).not.toContain('said between us');

    const readInShow = async (page: VisitorSocket, who: Member): Promise<string> => {
      const { chatMessageList } = await who.call('getRoom', { params: inRoom(model) });
      const histories = page.received.filter(({ name }) => name === 'v3.chat.history').slice(-1);
      return JSON.stringify([histories, chatMessageList]);
    };
    const { request_id: next } = await steps.request(people.waiting, model);
    await steps.accept(model, next);
    steps.deliver(next, 1);
    await pages.waiting.waitFor('v3.room.snapshot', ({ mode }) => mode === 'private');
    await pages.spy.waitFor('v3.private.started', ({ show_id: id }) => id === next);
    await steps.spy(people.spy, model);
    await pages.spy.waitFor('v3.room.snapshot', ({ mode }) => mode === 'public');
    for (const who of ['waiting', 'spy'] as const)
      expect(await readInShow(pages[who], people[who])).not.toContain('said between us');
    await steps.end(people.waiting, model);

    await tickets.announce(model);
    await tickets.buy(people.otherSpy, model);
    await tickets.start(model);
    await pages.otherSpy.waitFor('v3.room.snapshot', ({ mode }) => mode === 'limited');
    await say(pages.otherSpy, 'said for a ticket');
    expect(await readInShow(pages.otherSpy, people.otherSpy)).not.toContain('said between us');
    await tickets.end(model);
    await pages.otherSpy.waitFor('v3.room.snapshot', ({ mode }) => mode === 'public');
    for (const who of readers) expect(await read(who)).not.toMatch('said between us|said for a ticket');
  },
);

test.runIf(isFullRun)(
  'what is paid in a show raises nobody’s tips on cards and in lists, and still opens a chat for those who tip (F4) (F9)',
  async () => {
    const { model, people, pages } = await privateWithCompany();
    await tip(people.payer, model, 25, 'from the payer');
    await tip(people.spy, model, 15, 'from a spy');
    await tip(people.waiting, model, 5, 'from outside');
    await pages.waiting.waitFor('v3.tip.received', ({ comment }) => comment === 'from outside');
    const cardOf = async (who: Member, subject: Member) => {
      const answer = await who.call('getUserCard', {
        params: { username: subject.username },
        query: { room: model.username },
      });
      return answer.user.recentTips;
    };
    for (const who of [people.waiting, people.moderator, people.otherSpy])
      expect(
        [await cardOf(who, people.payer), await cardOf(who, people.spy), await cardOf(who, people.waiting)],
        who.username,
      ).toEqual([0, 0, 5]);
    await steps.end(people.payer, model);
    await pages.payer.waitFor('v3.room.snapshot', ({ mode }) => mode === 'public');
    pages.payer.close();
    await model.call('saveSettings', { body: { chat_allowed: 'tip_recent' } });
    const again = await steps.enter(people.payer, model);
    await eventually(async () => expect(await cardOf(people.waiting, people.payer)).toBe(0));
    const { viewer, chat } = await people.payer.call('getRoom', { params: inRoom(model) });
    expect([viewer.recentTips >= 25, chat.can_write.ok]).toEqual([true, true]);
    await say(again, 'who tipped may write');
    const line = await pages.waiting.waitFor(
      'v3.chat.message',
      ({ message }) => message === 'who tipped may write',
    );
    expect(line.recentTips).toBe(0);
    expect(await codeOf(Promise.resolve(say(pages.moderator, 'moderators always may')))).toBe('not refused');
  },
);

test.runIf(isFullRun)(
  'a moderator who spies deletes a line without learning from the log whose it is, and clears no line of a show by a name; the performer’s clearing names nobody (F1) (F5)',
  async () => {
    const { model, people, pages } = await privateWithCompany();
    await steps.spy(people.moderator, model);
    await pages.moderator.waitFor('v3.room.snapshot', ({ mode }) => mode === 'spy');
    const said = async (message: string) => {
      await say(pages.payer, message);
      return pages.moderator.waitFor('v3.chat.message', (line) => line.message === message);
    };
    const first = await said('one of the show');
    expect(first.username).toBeUndefined();
    await people.moderator.call('deleteLine', {
      params: { ...inRoom(model), id: first.id! },
      body: {},
    } as never);
    const second = await said('another of the show');
    const clear = (who: Member) =>
      who.call('clearChat', { params: inRoom(model), body: { username: people.payer.username } } as never);
    expect(await clear(people.moderator)).toMatchObject({ removed: 0 });
    const log = async () =>
      JSON.stringify(await people.moderator.call('listModerationLog', { params: inRoom(model), query: {} }));
    expect(await log()).toContain(first.id);
    const linesOf = async () =>
      (await people.payer.call('getRoom', { params: inRoom(model) })).chatMessageList;
    expect((await linesOf()).map(({ id }) => id)).toContain(second.id);

    const before = await log();
    expect(before.split(people.payer.username)).toHaveLength(2);
    await clear(model);
    for (const page of [pages.waiting, pages.payer])
      await page.waitFor(
        'v3.chat.moderate',
        ({ action, message_id: id }) => action === 'delete_message' && id === second.id,
      );
    expect((await linesOf()).map(({ id }) => id)).not.toContain(second.id);
    const named = pages.waiting.received.filter(({ name }) => name === 'v3.chat.history-clear-username');
    expect(named).toEqual([]);
  },
);

test.runIf(isFullRun)(
  'a line that was held in a show and comes after its end reaches nobody but the performer, and a highlight of one no spy with its name (F5)',
  async () => {
    const company = await privateWithCompany();
    const { model, people, pages } = company;
    await model.call('saveShield', { params: inRoom(model), body: { banned_words: ['secretly'] } } as never);
    await say(pages.payer, 'to be highlighted');
    const { id } = await pages.payer.waitFor(
      'v3.chat.message',
      ({ message }) => message === 'to be highlighted',
    );
    await people.payer.call('highlightLine', {
      params: inRoom(model),
      body: { message_id: id },
      idempotencyKey: uuidv7(),
    } as never);
    const isHighlight = ({ id: of }: { id?: string | null | undefined }) => of === id;
    expect(await pages.payer.waitFor('v3.user.highlighted_message', isHighlight)).toMatchObject({
      username: people.payer.username,
    });
    const forSpies = await pages.spy.waitFor('v3.user.highlighted_message', isHighlight);
    expect(forSpies.username).toBeUndefined();
    const client_id = uuidv7();
    pages.payer.send('v3.chat.send', { client_id, message: 'secretly yours' });
    const held = await pages.payer.waitFor('v3.ack', (ack) => ack.client_id === client_id);
    expect(held).toMatchObject({ status: 0, errorType: 'held' });
    await steps.end(people.payer, model);
    await pages.payer.waitFor('v3.room.snapshot', ({ mode }) => mode === 'public');
    const decide = (who: Member) =>
      who.call('decideHeldLine', { params: { ...inRoom(model), id: held.id! }, body: { show: true } });
    // Moderators were not in the show: its lines are the performer's to decide on.
    expect((await people.moderator.call('listHeldLines', { params: inRoom(model) })).held).toEqual([]);
    expect(await codeOf(decide(people.moderator))).toBe('room_chat.message_gone');
    await decide(model);
    await pages.studio.waitFor('v3.chat.message', ({ message }) => message === 'secretly yours');
    await say(pages.waiting, 'afterwards');
    for (const who of ['waiting', 'spy', 'moderator'] as const) {
      await pages[who].waitFor('v3.chat.message', ({ message }) => message === 'afterwards');
      const read = JSON.stringify(pages[who].received.filter(({ name }) => /message|history/.test(name)));
      expect([who, read.includes('secretly yours')]).toEqual([who, false]);
    }
    const late = await steps.enter(await site.join(), model);
    expect(JSON.stringify(await late.waitFor('v3.chat.history'))).not.toMatch(
      'secretly yours|to be highlighted',
    );
  },
);

test.runIf(isFullRun)(
  'who was put out of the room has no request and no place in its line any more, and nobody accepts one (S303) (S305) (S9)',
  async () => {
    const model = await steps.model({ private_cost: 60 });
    const [viewer, waiter] = [await site.join({ tokens: 1_000 }), await site.join({ tokens: 1_000 })];
    const pages = { viewer: await steps.enter(viewer, model), waiter: await steps.enter(waiter, model) };
    await waiter.call('joinPrivateLine', { params: inRoom(model), body: {} } as never);
    await pages.waiter.lobby.waitFor('v3.private.place', ({ place }) => place === 1);
    const put = (who: Member, action: 'kick' | 'ban') =>
      model.call('moderate', { params: inRoom(model), body: { username: who.username, action } } as never);
    const { request_id: id } = await steps.request(viewer, model);
    await put(viewer, 'kick');
    expect(await codeOf(steps.accept(model, id))).toBe('shows.request_gone');
    await pages.viewer.lobby.waitFor('v3.private.expired', ({ request_id: of }) => of === id);
    expect(await codeOf(steps.request(viewer, model))).not.toBe('not refused');
    expect(await steps.balanceOf(viewer)).toEqual({ spendable: 1_000, held: 0 });
    await put(waiter, 'ban');
    await pages.waiter.lobby.waitFor(
      'v3.private.place',
      ({ place, reason }) => !place && reason === 'expired',
    );
  },
);
