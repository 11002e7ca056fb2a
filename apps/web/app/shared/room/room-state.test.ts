import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { wireEvent } from '../realtime/wire-event.ts';
import { roomFixture } from './room.fixture.ts';
import { reduceRoom, roomState } from './room-state.ts';

const start = roomState(roomFixture());
const after = (name: string, payload: Record<string, unknown>) => reduceRoom(start, wireEvent(name, payload));

test('a change of status and stream reaches the page, what is not said stays (CHAT-013)', () => {
  expect(after('v3.chat.update', { seq: 2, status: 'private', stream_name: null })).toEqual({
    ...start,
    status: 'private',
    streamName: null,
    position: { epoch: 'e1', seq: 2 },
  });
  expect(after('v3.chat.update', { seq: 2, cam2cam: false })).toEqual({
    ...start,
    position: { epoch: 'e1', seq: 2 },
  });
});

test('an unknown status is ignored (W17)', () =>
  expect(after('v3.chat.update', { seq: 2, status: 'paused' }).status).toBe('online'));

test('null empties the subject and an absent colour stays (CHAT-012, W14)', () => {
  expect(after('v3.chat.subject', { seq: 2, subject: null })).toMatchObject({
    subject: '',
    subjectColor: '#112233',
  });
  expect(after('v3.chat.subject', { seq: 2, subject: 'Side B', subject_color: null })).toMatchObject({
    subject: 'Side B',
    subjectColor: null,
  });
});

test('the count of viewers and the mode follow the server (CHAT-007, CHAT-031)', () => {
  expect(after('v3.chat.user_count', { seq: 2, user_count: 312 }).viewers).toBe(312);
  const snapshot = { seq: 9, epoch: 'e2', chat: { status: 'limited' }, mode: 'limited', user_count: 7 };
  expect(after('v3.room.snapshot', snapshot)).toMatchObject({
    status: 'limited',
    mode: 'limited',
    viewers: 7,
  });
});

test('events of other parts change nothing', () =>
  expect(after('v3.chat.message', { id: 'm1', message: 'hi', at: 1 })).toBe(start));

test('a room that closes its socket for want of the password asks for it, until it is loaded anew (LIVE-VIDEO-018)', () => {
  const closed = reduceRoom(start, { name: 'page.password-wanted', payload: {} });
  expect(closed).toEqual({ ...start, isPasswordRequired: true, streamName: null });
  expect(reduceRoom(closed, { name: 'page.loaded', payload: roomFixture() })).toEqual(start);
});

test('an answer that was on its way while the socket told of something newer takes nothing back (W51)', () => {
  const online = after('v3.chat.update', { seq: 2, status: 'online', stream_name: 'fresh' });
  const room = roomFixture();
  const late = { ...room, chat: { ...room.chat, status: 'connected' as const, cc_required: true } };
  const loaded = (payload: typeof late) => reduceRoom(online, { name: 'page.loaded', payload });
  // What is personal in it is taken all the same.
  const kept = { ...online, isCardRequired: true };
  expect(loaded({ ...late, epoch: 'e1', seq: 1 })).toEqual(kept);
  // It was made before anybody was in the room.
  expect(loaded({ ...late, epoch: '', seq: 0 })).toEqual(kept);
  expect(loaded({ ...late, epoch: 'e1', seq: 2 }).status).toBe('connected');
  expect(loaded({ ...late, epoch: 'e2', seq: 1 }).position).toEqual({ epoch: 'e2', seq: 1 });
  const snapshot = { seq: 9, epoch: 'e3', chat: {}, mode: 'public', user_count: 7 };
  expect(after('v3.room.snapshot', snapshot).position).toEqual({ epoch: 'e3', seq: 9 });
});

test('a password that was passed is not asked for again (LIVE-VIDEO-018)', () => {
  const room = roomFixture();
  const locked = { ...room, userSetting: { ...room.userSetting, hasCamPassword: true } };
  expect(roomState(locked).isPasswordRequired).toBe(true);
  expect(roomState({ ...locked, viewer: { ...room.viewer, cam_password_ok: true } }).isPasswordRequired).toBe(
    false,
  );
});

test('followers follow the news, an older number is dropped; own tips and ratings count (CHAT-019) (SHOWS-043)', () => {
  const told = after('v3.new_follower', { username: 'pilar', followers: 5, at: 20 });
  expect(told.followers).toBe(5);
  expect(
    reduceRoom(told, wireEvent('v3.new_follower', { username: 'x', followers: 4, at: 10 })).followers,
  ).toBe(5);
  const tipped = reduceRoom(start, { name: 'page.own-tip', payload: { tokens: 25 } });
  expect(tipped.recentTips).toBe(25);
  const rated = reduceRoom(tipped, {
    name: 'page.rated',
    payload: { stars: 4, ratings: { average: 80, count: 2 } },
  });
  expect(rated).toMatchObject({ ratedToday: 4, rating: { average: 80, count: 2 } });
});

test('the performer hides and shows who is here (CHAT-024)', () => {
  const hidden = after('v3.chat.model_settings', { seq: 3, settings: { show_viewer_list: false } });
  expect(hidden.showsViewerList).toBe(false);
  const next = reduceRoom(hidden, wireEvent('v3.chat.model_settings', { seq: 4, settings: {} }));
  expect(next).toEqual({ ...hidden, position: { ...hidden.position, seq: 4 } });
});

test('the performer lets viewers go back while they watch, and no longer', () => {
  expect(start.pastMinutes).toBe(0);
  const open = after('v3.chat.model_settings', { seq: 3, settings: { dvr_minutes: 30 } });
  expect(open).toEqual({ ...start, pastMinutes: 30, position: open.position });
  const shut = wireEvent('v3.chat.model_settings', { seq: 4, settings: { dvr_minutes: 0 } });
  expect(reduceRoom(open, shut).pastMinutes).toBe(0);
});

test('an answer that was on its way takes back nothing that the page did meanwhile (CHAT-019) (SHOWS-043)', () => {
  const done = [
    { name: 'page.followers', payload: { followers: 48_903 } },
    { name: 'page.own-tip', payload: { tokens: 25 } },
    { name: 'page.rated', payload: { stars: 4, ratings: { average: 97, count: 1_205 } } },
  ] as const;
  const before = done.reduce(reduceRoom, start);
  const late = reduceRoom(before, { name: 'page.loaded', payload: roomFixture() });
  expect(late).toMatchObject({
    followers: 48_903,
    recentTips: 25,
    ratedToday: 4,
    rating: { average: 97, count: 1_205 },
  });
  const fresh = reduceRoom(start, { name: 'page.loaded', payload: roomFixture() });
  expect(fresh).toMatchObject({ followers: 48_902, recentTips: 0, ratedToday: null });
});

/** The message as it stands on the wire of the first edition. */
const golden = (
  JSON.parse(readFileSync('packages/codec/src/golden/edition-1.json', 'utf8')) as readonly {
    readonly name: string;
    readonly payload: Record<string, unknown>;
  }[]
).find(({ name }) => name === 'v3.chat.sodastar')!;

test('the star of a performer whom fans voted for comes, moves and goes (CHAT-015)', () => {
  const { name, payload } = golden;
  const starred = after(name, payload);
  expect(starred).toMatchObject({ star: { rank: 4 }, position: { seq: 3 } });
  expect(reduceRoom(starred, wireEvent(name, { ...payload, seq: 4, rank: 2 })).star).toEqual({ rank: 2 });
  expect(reduceRoom(starred, wireEvent(name, { ...payload, seq: 4, is_sodastar: false })).star).toBeNull();
  expect(start.star).toBeNull();
  const flagged = roomFixture();
  expect(roomState({ ...flagged, user: { ...flagged.user, flagList: ['sodastar'] } }).star).toEqual({});
});

test('a snapshot tells of the star as the event does, and one without it says nothing (CHAT-015)', () => {
  const snapshot = { seq: 9, epoch: 'e2', chat: {}, mode: 'public', user_count: 7 };
  const starred = after('v3.room.snapshot', { ...snapshot, sodastar: { is_sodastar: true, rank: 12 } });
  expect(starred.star).toEqual({ rank: 12 });
  expect(reduceRoom(starred, wireEvent('v3.room.snapshot', snapshot)).star).toEqual({ rank: 12 });
});

test('the time on the air is of the broadcast that the answer was of, and ends with it', () => {
  const at = '2026-11-22T19:00:00.000Z';
  const room = roomFixture();
  const live = roomState({ ...room, user: { ...room.user, started_at: at } });
  expect(live.liveSinceMs).toBe(Date.parse(at));
  const told = (status: string) => reduceRoom(live, wireEvent('v3.chat.update', { seq: 2, status }));
  expect(told('private').liveSinceMs).toBe(Date.parse(at));
  expect(told('offline').liveSinceMs).toBeNull();
  expect(start.liveSinceMs).toBeNull();
});
