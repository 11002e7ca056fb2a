import { TIP_MENU } from '@klieg/contract/features/acts/limits';
import { globSync, readFileSync } from 'node:fs';
import { type EventName, eventSpecs, type EventSpec, type UserRole } from '@klieg/contract';
import { uuidv7 } from '@klieg/kernel';
import type { Visitor, VisitorSocket } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { comeUntilTold, toldOf } from './testing-coming.ts';
import { codeOf, type Member, useTestSite } from './testing-site.ts';

/*
 * An evening in one room with people who hide, who are put out and who ignore each other, seen by one
 * page of each audience. Then everything that each page was told is held against one table: which
 * audiences may read whose name in which event. An event of the contract without a line fails, and so
 * does one that is told although its line says that this edition does not tell it.
 */

const AUDIENCES = [
  'guest',
  'viewer',
  'other viewer',
  'friend',
  'blocked',
  'moderator',
  'streamer',
  'staff',
] as const;
type Audience = (typeof AUDIENCES)[number];

/** Whose names are looked for: hiding by level, put out, silenced, named a moderator, and who ignores `blocked`. */
const SECRETS = ['one', 'two', 'three', 'banned', 'silenced', 'ignoring'] as const;
type Secret = (typeof SECRETS)[number];

const EVERYBODY: readonly Audience[] = AUDIENCES;
const NOBODY: readonly Audience[] = [];
const STAFF: readonly Audience[] = ['staff'];
const HOME: readonly Audience[] = ['streamer', 'staff'];
const MODERATORS: readonly Audience[] = ['moderator', 'streamer', 'staff'];
const LOGGED_IN = AUDIENCES.filter((audience) => audience !== 'guest');

/** Who may read a name in an event; its own pages always may. Who is not named here: nobody. */
type Line = Readonly<Partial<Record<Secret, readonly Audience[]>>>;

const people = (seen: readonly Audience[]): Line => ({ banned: seen, silenced: seen, ignoring: seen });
/** Of nobody but the page's own person. */
const NO_NAMES: Line = {};
/** What one says or gives is said with one's name (F2). */
const OWN_ACT: Line = {
  one: EVERYBODY,
  two: EVERYBODY,
  three: EVERYBODY,
  banned: EVERYBODY,
  silenced: EVERYBODY,
  ignoring: EVERYBODY,
};
const BY_STREAMER: readonly Audience[] = ['streamer'];
const BETWEEN_TWO: Line = { ...people(BY_STREAMER), one: BY_STREAMER, two: BY_STREAMER, three: BY_STREAMER };
const COMING: Line = { ...people(LOGGED_IN), one: LOGGED_IN, two: HOME, three: STAFF };

const TABLE: Readonly<Partial<Record<EventName, Line>>> = {
  'v3.authorize.success': NO_NAMES,
  'v3.templates': NO_NAMES,
  'v3.templates.planned': NO_NAMES,
  'v3.error': NO_NAMES,
  'v3.ping': NO_NAMES,
  'v3.pong': NO_NAMES,
  'v3.ack': NO_NAMES,
  'v3.client.version': NO_NAMES,
  'v3.refresh': NO_NAMES,
  'v3.logout': NO_NAMES,
  'v3.lobby.discovered': NO_NAMES,
  'v3.lobby.restarting': NO_NAMES,
  'v3.lobby.status.start': NO_NAMES,
  'v3.lobby.status.stop': NO_NAMES,
  'v3.lobby.status.to_user': NO_NAMES,
  'v3.lobby.status.update': NO_NAMES,
  // The last who tipped for the goal.
  'v3.room.snapshot': people(EVERYBODY),
  'v3.token.update': NO_NAMES,
  'v3.tip.received': OWN_ACT,
  'v3.tip_split.update': OWN_ACT,
  'v3.user.settings': NO_NAMES,
  'v3.payment.update': NO_NAMES,
  'v3.epoch_oneclick_error': NO_NAMES,
  'v3.promo_wheel_count': NO_NAMES,
  'v3.vault_wheel_count': NO_NAMES,
  'v3.notification.count': NO_NAMES,
  'v3.autosilenced': NO_NAMES,
  // Of those whom one is a friend of; whether a friend who hides is there is looked at below.
  'v3.user_friend.request': { one: ['friend'], ignoring: ['friend', 'blocked'] },
  'v3.user_friend.accepted': { one: ['friend'], ignoring: ['friend'] },
  'v3.user_friend.deleted': { one: ['friend'], ignoring: ['friend'] },
  'v3.user_friend.status_update': { one: ['friend'], ignoring: ['friend'] },
  // Own copies of what `blocked` wrote name the one they wrote to (F3).
  'v3.pm.message': { ignoring: ['blocked'] },
  'v3.pm.new': NO_NAMES,
  'v3.pm.delete': NO_NAMES,
  'v3.pm.close': NO_NAMES,
  'v3.pm.read': NO_NAMES,
  'v3.pm.list': { ignoring: ['blocked'] },
  // The last who tipped for a goal, unless they hide.
  'v3.app.goal': people(EVERYBODY),
  // Who has bought something of the menu, unless they hide.
  'v3.app.outcome': people(EVERYBODY),
  'v3.chat.app_panels': people(EVERYBODY),
  'v3.chat.app_changed_relayed': people(EVERYBODY),
  'v3.chat.message': OWN_ACT,
  'v3.chat.history': OWN_ACT,
  'v3.user.highlighted_message': OWN_ACT,
  'v3.chat.history-clear-username': { silenced: EVERYBODY },
  'v3.chat.user_count': NO_NAMES,
  'v3.chat.user_list': { ...people(LOGGED_IN), one: HOME, two: HOME, three: STAFF },
  'v3.chat.user_joined': COMING,
  'v3.chat.user_left': COMING,
  'v3.chat.subject': NO_NAMES,
  'v3.chat.sodastar': NO_NAMES,
  'v3.chat.update': NO_NAMES,
  'v3.chat.model_settings': NO_NAMES,
  'v3.chat.banned': NO_NAMES,
  'v3.chat.kicked': NO_NAMES,
  'v3.chat.moderate': { banned: MODERATORS, silenced: MODERATORS, two: MODERATORS },
  'v3.user.invisible-mode': { one: STAFF, two: STAFF, three: STAFF },
  'v3.new_follower': { two: ['streamer'] },
  'v3.stream.token': NO_NAMES,
  'v3.stream.ingest_info': NO_NAMES,
  'v3.reUp.update': NO_NAMES,
  'v3.account.update': NO_NAMES,
  // The performer knows who asks, and who is in the private with her; spies and those outside never.
  'v3.private.request': BETWEEN_TWO,
  'v3.private.request_failed': NO_NAMES,
  'v3.private.declined': NO_NAMES,
  'v3.private.expired': BETWEEN_TWO,
  'v3.private.ping': BETWEEN_TWO,
  'v3.private.place': NO_NAMES,
  'v3.private.discount': NO_NAMES,
  'v3.private.started': BETWEEN_TWO,
  'v3.private.tick': NO_NAMES,
  'v3.private.end': BETWEEN_TWO,
  'v3.spy.tick': NO_NAMES,
  'v3.spy.end': NO_NAMES,
  // The performer knows whose camera it is; nobody else hears of it.
  'v3.sharecam.request': BETWEEN_TWO,
  'v3.sharecam.accepted': NO_NAMES,
  'v3.sharecam.declined': NO_NAMES,
  'v3.cam2cam.start': BETWEEN_TWO,
  'v3.cam2cam.ready': BETWEEN_TWO,
  'v3.cam2cam.end': BETWEEN_TWO,
  'v3.limited.update': NO_NAMES,
  'v3.limited.end': NO_NAMES,
  'v3.limited.result': NO_NAMES,
  'v3.group.update': NO_NAMES,
  'v3.group.end': NO_NAMES,
  'v3.group.tick': NO_NAMES,
  'v3.group.result': NO_NAMES,
  'v3.raid.update': NO_NAMES,
  'v3.co_show.update': NO_NAMES,
  'v3.co_show.request': NO_NAMES,
  'v3.preloader.start': NO_NAMES,
  'v3.voyeurcam.time_left': NO_NAMES,
  // Who has the control is told to them alone.
  'v3.voyeurcam.control_start': NO_NAMES,
  'v3.watch.update': BETWEEN_TWO,
  'v3.staff.queue': NO_NAMES,
  // The performer hears who joins her club, but for those who hide: `fan-club.test.ts`.
  'v3.user.fans_subscriber.update': NO_NAMES,
  'v3.fans.post': NO_NAMES,
  // Of the performer alone, to members.
  'v3.fans.direct_message': NO_NAMES,
  'v3.fans.logo': NO_NAMES,
  'v3.xfollow.direct_message.new_notification': NO_NAMES,
  'v3.fans.error': NO_NAMES,
  'v3.media.encoded': NO_NAMES,
  'v3.chat.update_media_list': NO_NAMES,
};

/** Events of capabilities that this edition has not: whoever tells one writes its line first. */
const LATER: readonly EventName[] = [
  'v3.app.golden_ticket',
  'v3.app.koth',
  'v3.app.scratchoff.info',
  'v3.app.scratchoff.update',
  'v3.app.scratchoff.win',
  'v3.controlapp.controls',
  'v3.controlapp.event',
  'v3.rocketman.update',
  'v3.rocketman.check_letter',
  'v3.lovense.heartbeat',
  'v3.lovense.status_change',
  'v3.lovense.vibrate',
  'v3.lovense.pattern',
  'v3.lovense.control_queue_size',
  'v3.lovense.control_queue_place',
  'v3.lovense.control_delay',
  'v3.lovense.control_start',
  'v3.lovense.control_stop',
  'v3.lovense.cruise_control_time_left',
  'v3.lovense.cruise_control_pattern',
  'v3.lovense.cam_extension',
  'v3.speed-date.match',
  'v3.speed-date.accepted',
  'v3.speed-date.end',
  'v3.tikichat.next-request',
  'v3.tikichat.next-accepted',
  'v3.tikichat.stop',
  'v3.versus.invite-received',
  'v3.versus.invite-accepted',
  'v3.versus.invite-rejected',
  'v3.versus.started',
  'v3.versus.update',
  'v3.versus.ended',
  'v3.versus.moderate',
  'v3.versus-tournament.starting',
  'v3.versus-tournament.running',
  'v3.versus-tournament.room-update',
  'v3.fans.stream_private',
];

/** What only the person and staff may know of somebody (F4). */
const PRIVATE = ['tokens', 'email_confirmed', 'has_cc', 'socket_id'];

const site = await useTestSite();

const join = async (membership: string | null = null, level = 0, roles: readonly UserRole[] = []) => {
  const member = await site.join({ tokens: 50, roles, settings: { invisible_mode_level: level } });
  await sql`update accounts set membership = ${membership} where id = ${member.id}`.execute(
    site.database.kysely,
  );
  return member;
};

interface Seat {
  readonly username: string | undefined;
  readonly lobby: VisitorSocket;
  readonly room: VisitorSocket;
}
const model = await site.join({ type: 'model', settings: { chat_allowed: 'all', show_viewer_list: true } });
const room = { username: model.username };
const sit = async (who: Visitor & { readonly username?: string }): Promise<Seat> => {
  const lobby = await who.openLobby();
  return { username: who.username, lobby, room: await who.openRoom(lobby, model.username) };
};

const members = {
  viewer: await join(),
  'other viewer': await join(),
  friend: await join(),
  blocked: await join(),
  moderator: await join(),
  streamer: model,
  staff: await join(null, 0, ['site_mod']),
} satisfies Record<Exclude<Audience, 'guest'>, Member>;
const secrets: Record<Secret, Member> = {
  one: await join('vip', 1),
  two: await join('super_vip', 2),
  three: await join(null, 0, ['model_admin']),
  banned: await join(),
  silenced: await join(),
  ignoring: await join(),
};
const by = (who: Member, username: string, action: 'ban' | 'kick' | 'silence') =>
  who.call('moderate', { params: room, body: { username, action } });

/** The evening; resolves when everybody has been told everything. */
async function playEvening() {
  const { friend, blocked, moderator, staff } = members;
  await model.call('setModerator', {
    params: room,
    body: { username: moderator.username, moderator: true },
  });
  const seats: Record<string, Seat> = { guest: await sit(await site.visit()) };
  for (const [audience, member] of Object.entries(members)) seats[audience] = await sit(member);
  for (const { room: page } of Object.values(seats)) page.send('v3.chat.userlist.start', {});
  const at = (audience: Audience) => seats[audience]!;

  await secrets.ignoring.call('ignorePerson', {
    params: { username: blocked.username },
    body: { ignored: true },
  });
  for (const asked of [secrets.one, secrets.ignoring]) {
    await asked.call('requestFriend', { params: { username: friend.username }, body: {} });
    await friend.call('acceptFriend', { params: { username: asked.username }, body: {} });
  }

  const own: Record<string, Seat> = {};
  const { presence } = site.site.hub.find(model.username)!;
  const witnessesOf = (secret: Secret) =>
    (COMING[secret] ?? NOBODY)
      .filter((audience) => audience !== 'guest')
      .map((audience) => at(audience).room);
  // Each is told of before anything happens to them, or they would be gone before anybody heard of them.
  await Promise.all(
    SECRETS.map((secret) =>
      comeUntilTold({
        username: secrets[secret].username,
        witnesses: witnessesOf(secret),
        enter: async () => (own[secret] = await sit(secrets[secret])).room,
        isGone: () => presence.findByName(secrets[secret].username) === undefined,
      }),
    ),
  );

  // Who ignores somebody hears nothing of them, and they are told nothing of it (F3).
  const requests: string[] = [];
  for (const { username } of [secrets.ignoring, members['other viewer']]) {
    requests.push(await codeOf(blocked.call('requestFriend', { params: { username }, body: {} })));
    const client_id = uuidv7();
    at('blocked').lobby.send('v3.pm.send', { client_id, username, message: 'a message' });
    await at('blocked').lobby.waitFor('v3.ack', (ack) => ack.client_id === client_id);
  }
  at('blocked').lobby.send('v3.pm.list', {});
  await at('blocked').lobby.waitFor('v3.pm.list');

  for (const who of [secrets.two, secrets.three]) await who.call('follow', { params: room, body: {} });
  await secrets.three.call('unfollow', { params: room, body: {} });
  await sql`update accounts set user_roles = '{}', is_admin = true where id = ${secrets.three.id}`.execute(
    site.database.kysely,
  );
  await secrets.three.call('follow', { params: room, body: {} });

  // Tipped for a goal, by those who hide first.
  await model.call('installApp', { body: { type: 1, config: { label: 'A song', target: 100 } } } as never);
  let counted = 0;
  for (const secret of ['one', 'two', 'three', 'silenced'] as const) {
    await secrets[secret].call('sendTip', {
      params: { id: String(model.id) },
      body: { amount: 1 },
      idempotencyKey: uuidv7(),
    });
    counted += 1;
    await at('staff').room.waitFor('v3.app.goal', ({ current }) => current === counted);
  }

  // Somebody who hides proposes a split, which is over before anybody asks for the whole of the room.
  const setStatus = (status: string) =>
    sql`insert into rooms (account_id, status) values (${model.id}, ${status})
      on conflict (account_id) do update set status = excluded.status`.execute(site.database.kysely);
  await setStatus('online');
  await secrets.two.call('proposeTipSplit', {
    params: room,
    body: { amount: 20, target_splitters: 2 },
    idempotencyKey: uuidv7(),
  } as never);
  await secrets.two.call('cancelTipSplit', { params: room, body: {} });
  for (const { room: page } of Object.values(seats))
    await page.waitFor('v3.tip_split.update', ({ mode }) => mode === 'canceled');
  // Bought from a menu, by somebody who hides first.
  const items = [{ item_id: 'song', label: 'A song', price: 3 }];
  await model.call('installApp', { body: { type: TIP_MENU, config: { items } } } as never);
  for (const [at, secret] of (['two', 'silenced'] as const).entries()) {
    await secrets[secret].call('sendTip', {
      params: { id: String(model.id) },
      body: { amount: 3, type: 'tip_menu', app_data: { app_id: TIP_MENU, item_id: 'song' } },
      idempotencyKey: uuidv7(),
    });
    for (const { room: page } of Object.values(seats))
      await eventually(() =>
        expect(page.received.filter(({ name }) => name === 'v3.app.outcome').length).toBeGreaterThan(at),
      );
  }
  await setStatus('offline');

  // Moderated: one after another, by each who may.
  own['silenced']!.room.send('v3.chat.send', { client_id: uuidv7(), message: 'a line to be cleared' });
  await own['silenced']!.room.waitFor('v3.ack');
  await by(moderator, secrets.silenced.username, 'silence');
  await staff.call('clearChat', { params: room, body: { username: secrets.silenced.username } });
  await by(moderator, secrets.banned.username, 'ban');
  await own['banned']!.room.waitForClose();
  for (const level of [1, 2] as const)
    await secrets.two.call('saveSettings', { body: { invisible_mode_level: level } });
  await by(model, secrets.two.username, 'kick');
  await own['two']!.room.waitForClose();

  for (const { room: page } of Object.values(seats)) page.send('v3.room.resync', {});
  const from = { staff: at('staff').room.received.length, viewer: at('viewer').room.received.length };
  own['three']!.room.close();
  own['one']!.room.close();
  await toldOf(at('staff').room, 'v3.chat.user_left', secrets.three.username, from.staff);
  await toldOf(at('viewer').room, 'v3.chat.user_left', secrets.one.username, from.viewer);
  at('streamer').room.send('v3.chat.send', { client_id: uuidv7(), message: 'the last line' });
  for (const { room: page } of Object.values(seats))
    await page.waitFor('v3.chat.message', ({ message }) => message === 'the last line');
  return { seats, own, requests };
}

const evening = await playEvening();

/** Every message that somebody's pages got. */
const heardBy = (seat: Seat) => [...seat.lobby.received, ...seat.room.received];

/** Objects at any depth that are about a person. */
function* personsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) yield* personsIn(item);
    return;
  }
  const record = value as Record<string, unknown>;
  if (typeof record['username'] === 'string') yield record;
  for (const item of Object.values(record)) yield* personsIn(item);
}

describe('names and private fields', () => {
  test('have a line for every event that pages hear: F1 to F9 (REALTIME-031)', () => {
    const heard = (Object.entries(eventSpecs) as [EventName, EventSpec][])
      .filter(([, { direction }]) => direction !== 'out')
      .map(([name]) => name);
    const listed = [...Object.keys(TABLE), ...LATER];
    expect(heard.filter((name) => !listed.includes(name))).toEqual([]);
    expect(listed.filter((name, at) => listed.indexOf(name) !== at)).toEqual([]);
    expect(listed.filter((name) => !(heard as string[]).includes(name))).toEqual([]);
  });

  test('are of no event that the site names although the table says that it comes later', () => {
    const root = new URL('../', import.meta.url).pathname;
    const sources = globSync('{app,features}/**/*.ts', { cwd: root }).filter(
      (path) => !path.endsWith('.test.ts'),
    );
    expect(sources.length).toBeGreaterThan(200);
    const text = sources.map((path) => readFileSync(root + path, 'utf8')).join('\n');
    expect(LATER.filter((name) => text.includes(`'${name}'`))).toEqual([]);
  });

  test.each(AUDIENCES)(
    'of those who hide, are put out or ignore never reach a %s who must not see them: F1 F2 F3 (CHAT-007) (CHAT-008) (CHAT-016) (MODERATION-ROLES-002)',
    (audience) => {
      const seat = evening.seats[audience]!;
      const leaks: string[] = [];
      for (const { name, payload } of heardBy(seat)) {
        const line = TABLE[name as EventName];
        if (!line) leaks.push(`${name} has no line`);
        const text = JSON.stringify(payload);
        for (const secret of SECRETS)
          if (text.includes(secrets[secret].username) && !(line?.[secret] ?? NOBODY).includes(audience))
            leaks.push(`${secret} in ${name}: ${text.slice(0, 300)}`);
      }
      expect(leaks).toEqual([]);
    },
  );

  test.each(AUDIENCES)(
    'balance, card, mail and socket of others never reach a %s: F4 (CHAT-018)',
    (audience) => {
      const seat = evening.seats[audience]!;
      const leaks: string[] = [];
      for (const { name, payload } of heardBy(seat))
        for (const person of personsIn(payload)) {
          const isOwn =
            person['username'] === seat.username || (audience === 'guest' && name === 'v3.authorize.success');
          // What was bought has its price, which the room's menu shows.
          if (isOwn || audience === 'staff' || name === 'v3.app.outcome') continue;
          for (const field of PRIVATE) if (field in person) leaks.push(`${field} in ${name}`);
          if (Number(person['recent_purchases'] ?? 0) > 1) leaks.push(`purchases in ${name}`);
        }
      expect(leaks).toEqual([]);
    },
  );

  test('reach those who may see them, or the table would prove nothing: F1 F2', async () => {
    const sees = (audience: Audience, name: EventName, secret: Secret) =>
      heardBy(evening.seats[audience]!).some(
        (message) =>
          message.name === name && JSON.stringify(message.payload).includes(secrets[secret].username),
      );
    const check = () => {
      expect(sees('viewer', 'v3.chat.user_joined', 'one')).toBe(true);
      expect(sees('viewer', 'v3.chat.user_joined', 'banned')).toBe(true);
      for (const level of ['one', 'two'] as const)
        expect(sees('streamer', 'v3.chat.user_joined', level)).toBe(true);
      expect(sees('staff', 'v3.chat.user_joined', 'three')).toBe(true);
      for (const audience of MODERATORS)
        for (const secret of ['banned', 'silenced', 'two'] as const)
          expect(sees(audience, 'v3.chat.moderate', secret)).toBe(true);
      expect(sees('streamer', 'v3.new_follower', 'two')).toBe(true);
      for (const audience of EVERYBODY)
        expect(heardBy(evening.seats[audience]!).some(({ name }) => name === 'v3.chat.moderate')).toBe(true);
      for (const audience of EVERYBODY) {
        expect(sees(audience, 'v3.app.goal', 'silenced')).toBe(true);
        expect(sees(audience, 'v3.app.outcome', 'silenced')).toBe(true);
      }
    };
    // The lobby's news come by another socket than the room's last line.
    await eventually(check);
  });

  test('are told to the person whom they are about: F1 (MODERATION-ROLES-002)', () => {
    for (const secret of ['banned', 'silenced', 'two'] as const) {
      const { username } = secrets[secret];
      const said = heardBy(evening.own[secret]!).filter(({ name }) => name === 'v3.chat.moderate');
      expect(said.some(({ payload }) => payload['username'] === username)).toBe(true);
      for (const { payload } of said)
        if (payload['username'] !== username) expect(payload).not.toHaveProperty('by');
    }
  });

  test('of a friend who hides say that they are not there: F2 (PM-FRIENDS-005)', () => {
    const updates = heardBy(evening.seats['friend']!).filter(
      ({ name, payload }) =>
        name === 'v3.user_friend.status_update' && payload['username'] === secrets.one.username,
    );
    expect(updates.length).toBeGreaterThan(0);
    for (const { payload } of updates) {
      expect(payload['online']).not.toBe(true);
      expect(payload['room_status'] ?? null).toBeNull();
    }
  });

  test('of whoever is ignored reach nobody who ignores them: F3 (PM-FRIENDS-012)', () => {
    const { lobby } = evening.own['ignoring']!;
    expect(JSON.stringify(lobby.received)).not.toContain(members.blocked.username);
    const acks = evening.seats['blocked']!.lobby.received.filter(({ name }) => name === 'v3.ack');
    // To them it looks as it does with anybody else.
    const [ignored, other] = acks.map(({ payload }) => [payload['status'], payload['errorType']]);
    expect(ignored).toEqual(other);
    expect(evening.requests).toEqual(['not refused', 'not refused']);
  });

  test('are with the calls as with the events: no hidden name in the room’s own answers: F2 (CHAT-009)', async () => {
    for (const audience of ['viewer', 'moderator', 'streamer'] as const) {
      const text = JSON.stringify(await members[audience].call('getRoom', { params: room }));
      expect(text).not.toContain(secrets.three.username);
      if (audience === 'viewer')
        for (const secret of ['one', 'two', 'banned'] as const)
          expect(text).not.toContain(secrets[secret].username);
    }
    await eventually(() => expect(evening.own['one']!.room.closeCode).toBeDefined());
  });
});
