import { type EventName, eventSpecs, type EventSpec, type Payload, type UserRole } from '@klieg/contract';
import { uuidv7 } from '@klieg/kernel';
import type { Visitor, VisitorSocket } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { announceSessionEnded } from '../features/sessions/index.ts';
import { type Member, useTestSite } from './testing-site.ts';

/*
 * Every event that pages may send times every principal, at each socket on which the contract has it.
 * What is expected stands in one table; an event without a line fails.
 */

const PRINCIPALS = [
  'guest',
  'viewer',
  'silenced',
  'banned',
  'suspended',
  'moderator',
  'streamer',
  'staff',
] as const;
type Principal = (typeof PRINCIPALS)[number];

/** What is said first: an answer's name with its errorType, `nothing`, or the code of a close. */
type Expected = Readonly<Partial<Record<Principal, string>>> & { readonly others: string };

const all = (others: string): Expected => ({ others });
const noGuest = (name: string, refusal = 'v3.error guest'): Expected => ({ guest: refusal, others: name });
/** Events of shows and toys: whoever sends one is told that nobody takes it yet (common.not_yet). */
const notBuilt = all('v3.error not_yet');

/** The banned have no room socket and the suspended have none at all, see below. */
const TABLE: Readonly<Record<string, Expected>> = {
  'lobby v3.authorize': all('close 4400'),
  'lobby v3.ping': all('v3.pong'),
  'lobby v3.pong': all('nothing'),
  'lobby v3.lobby.discover': { banned: 'v3.lobby.discovered banned', others: 'v3.lobby.discovered' },
  'lobby v3.pagevisibility.change': all('nothing'),
  'lobby v3.lobby.status.start': all('v3.lobby.status.start'),
  'lobby v3.lobby.status.stop': all('v3.lobby.status.stop'),
  'lobby v3.pm.send': noGuest('v3.ack', 'v3.ack guest'),
  'lobby v3.pm.read': noGuest('v3.pm.read'),
  'lobby v3.pm.close': noGuest('v3.pm.close'),
  'lobby v3.pm.list': noGuest('v3.pm.list'),
  'lobby v3.lovense.heartbeat': notBuilt,
  'room v3.authorize': all('close 4400'),
  'room v3.ping': all('v3.pong'),
  'room v3.pong': all('nothing'),
  'room v3.room.resync': all('v3.room.snapshot'),
  'room v3.pagevisibility.change': all('nothing'),
  'room v3.chat.send': { guest: 'v3.ack guest', silenced: 'v3.ack silenced', others: 'v3.ack' },
  'room v3.chat.userlist.start': noGuest('v3.chat.user_list'),
  'room v3.chat.userlist.stop': all('nothing'),
  'room v3.watch.control': noGuest('v3.ack wrong_mode', 'v3.ack guest'),
  'room v3.lovense.heartbeat': notBuilt,
  'room v3.lovense.status_change': notBuilt,
  'room v3.lovense.control': notBuilt,
  'room v3.lovense.done': notBuilt,
  'room v3.lovense.cam_extension': notBuilt,
};

const sent = (Object.entries(eventSpecs) as [EventName, EventSpec][])
  .filter(([, { direction }]) => direction !== 'in')
  .flatMap(([name, { sockets }]) => sockets.map((kind) => [kind, name] as const));

const site = await useTestSite();
const model = await site.join({ type: 'model', settings: { chat_allowed: 'all', show_viewer_list: true } });
const friend = await site.join();
const room = { username: model.username };

const member = async (roles: readonly UserRole[] = []): Promise<Member> => {
  const joined = await site.join({ tokens: 50, roles });
  return joined;
};
const people: Record<Principal, Visitor & { readonly id?: number; readonly username?: string }> = {
  guest: await site.visit(),
  viewer: await member(),
  silenced: await member(),
  banned: await member(),
  suspended: await member(),
  moderator: await member(),
  streamer: model,
  staff: await member(['site_mod']),
};
const nameOf = (who: Principal) => people[who].username!;

/** Something of every event that its schema takes. */
const inputs: Readonly<Record<string, object>> = {
  'v3.authorize': { node_token: 'x', protocol_version: 3 },
  'v3.ping': { t: 1 },
  'v3.pong': { t: 1 },
  'v3.lobby.discover': { room: model.username },
  'v3.room.resync': {},
  'v3.pagevisibility.change': { visible: true },
  'v3.lobby.status.start': { usernames: [model.username] },
  'v3.lobby.status.stop': {},
  'v3.pm.close': { username: friend.username },
  'v3.pm.list': {},
  'v3.chat.userlist.start': {},
  'v3.chat.userlist.stop': {},
  'v3.watch.control': { client_id: uuidv7(), watch_id: uuidv7(), playing: true, position_ms: 0 },
  'v3.lovense.heartbeat': { at: 1 },
  'v3.lovense.status_change': { status: 'available' },
  'v3.lovense.control': { control_token: 'x', level: 1 },
  'v3.lovense.done': { command_id: 'x', status: 'done' },
  'v3.lovense.cam_extension': { installed: true },
};
/** The answers that an event may have beside v3.ack and v3.error. */
const ANSWERS: Readonly<Record<string, string>> = {
  'v3.ping': 'v3.pong',
  'v3.lobby.discover': 'v3.lobby.discovered',
  'v3.room.resync': 'v3.room.snapshot',
  'v3.lobby.status.start': 'v3.lobby.status.start',
  'v3.lobby.status.stop': 'v3.lobby.status.stop',
  'v3.pm.read': 'v3.pm.read',
  'v3.pm.close': 'v3.pm.close',
  'v3.pm.list': 'v3.pm.list',
  'v3.chat.userlist.start': 'v3.chat.user_list',
  'v3.watch.control': 'v3.ack',
};

const lastPmId = new Map<Principal, string>();
const inputOf = (name: EventName, who: Principal): object => {
  if (name === 'v3.chat.send') return { client_id: uuidv7(), message: `a line of ${who}` };
  if (name === 'v3.pm.send')
    return { client_id: uuidv7(), username: friend.username, message: `a message of ${who}` };
  if (name === 'v3.pm.read') return { username: friend.username, id: lastPmId.get(who) ?? uuidv7() };
  return inputs[name]!;
};

/** What a page is told after it said something. */
async function answerTo(page: VisitorSocket, name: EventName, payload: object): Promise<string> {
  const before = page.received.length;
  page.send(name, payload as Payload<typeof name>);
  // A page that is told nothing is told so by the answer to its next message.
  const isSilent = !(name in ANSWERS) && !name.endsWith('.send');
  const barrier = isSilent && name !== 'v3.authorize' ? 7 : undefined;
  if (barrier !== undefined) page.send('v3.ping', { t: barrier });
  const clientId = (payload as { client_id?: string }).client_id;
  return eventually(() => {
    const said = page.received.slice(before).find(({ name: heard, payload: its }) => {
      if (heard === 'v3.ack') return its['client_id'] === clientId;
      if (heard === 'v3.error') return its['event'] === name;
      return heard === ANSWERS[name] || (heard === 'v3.pong' && its['t'] === barrier);
    });
    if (said?.name === 'v3.pong' && barrier !== undefined) return 'nothing';
    if (said) return [said.name, said.payload['errorType']].filter(Boolean).join(' ');
    if (page.closeCode !== undefined) return `close ${page.closeCode}`;
    throw new Error(`no answer to ${name}`);
  });
}

await model.call('setModerator', { params: room, body: { username: nameOf('moderator'), moderator: true } });
await model.call('moderate', { params: room, body: { username: nameOf('silenced'), action: 'silence' } });
for (const who of PRINCIPALS.filter((name) => name !== 'guest')) {
  await people[who].call('requestFriend', { params: { username: friend.username }, body: {} });
  await friend.call('acceptFriend', { params: { username: nameOf(who) }, body: {} });
  const { id } = await friend.call('sendMessage', {
    params: { username: nameOf(who) },
    body: { text: 'hello', client_id: uuidv7() },
  });
  lastPmId.set(who, id);
}

describe('every event that pages may send', () => {
  test('has a line in the table, and no line is of an event that is gone', () => {
    expect(Object.keys(TABLE).toSorted()).toEqual(sent.map(([kind, name]) => `${kind} ${name}`).toSorted());
  });

  const openTo = PRINCIPALS.filter((who) => who !== 'suspended');
  test
    .runIf(isFullRun)
    .each(
      (['lobby', 'room'] as const).flatMap((kind) =>
        openTo.filter((who) => kind === 'lobby' || who !== 'banned').map((who) => [kind, who] as const),
      ),
    )('at the %s by a %s is answered as the table says (CHAT-039): F7 W17 W58', async (kind, who) => {
    if (who === 'banned')
      await model.call('moderate', { params: room, body: { username: nameOf('banned'), action: 'ban' } });
    const open = async () => {
      const lobby = await people[who].openLobby();
      if (kind === 'lobby') return lobby;
      const page = await people[who].openRoom(lobby, model.username);
      lobby.close();
      await lobby.waitForClose();
      return page;
    };
    const answers: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const [, name] of sent.filter(([at]) => at === kind)) {
      // Each on a page of its own, so that no limit speaks for another event.
      const page = await open();
      const key = `${kind} ${name}`;
      answers[key] = await answerTo(page, name, inputOf(name, who));
      expected[key] = TABLE[key]![who] ?? TABLE[key]!.others;
      page.close();
      await page.waitForClose();
    }
    expect(answers).toEqual(expected);
  });

  test('by somebody who is banned meanwhile reaches nothing: the page is told and closed (MODERATION-ROLES-010)', async () => {
    const late = await member();
    const page = await late.openRoom(await late.openLobby(), model.username);
    const witness = await model.openRoom(await model.openLobby(), model.username);
    await model.call('moderate', { params: room, body: { username: late.username, action: 'ban' } });
    page.send('v3.chat.send', { client_id: uuidv7(), message: 'one more word' });
    expect(await page.waitForClose()).toBe(4403);
    await witness.waitFor('v3.chat.moderate', (event) => event.username === late.username);
    await expect(late.openRoom(await late.openLobby(), model.username)).rejects.toThrow('banned');
    const { chatMessageList } = await model.call('getRoom', { params: room });
    expect(chatMessageList.map(({ message }) => message)).not.toContain('one more word');
  });

  test('by somebody who is suspended meanwhile reaches nothing: every page is closed and none comes back: W33 (IDENTITY-029)', async () => {
    const lobby = await people.suspended.openLobby();
    const page = await people.suspended.openRoom(lobby, model.username);
    await sql`update accounts set suspended_at = now() where id = ${people.suspended.id}`.execute(
      site.database.kysely,
    );
    announceSessionEnded(site.bus, { accountId: people.suspended.id as never, reason: 'suspended' });
    expect(await page.waitForClose()).toBe(4402);
    expect(await lobby.waitForClose()).toBe(4402);
    for (const [kind, name] of sent.filter(([at]) => at === 'lobby')) {
      const answer = people.suspended.openLobby();
      await expect(answer, `${kind} ${name}`).rejects.toThrow('4403');
    }
  });
});
