import { expect, test } from 'vitest';
import { roomFixture } from '../../shared/room/room.fixture.ts';
import { keepChoice, type SharecamEvent, type SharecamPart, startSharecam } from './sharecam-part.ts';
import { reduceSharecam } from './sharecam-state.ts';

const viewer = startSharecam(roomFixture());
const owner: SharecamPart = { ...viewer, isOwner: true };
const after = (part: SharecamPart, ...events: SharecamEvent[]): SharecamPart =>
  events.reduce(reduceSharecam, part);

const asked: SharecamEvent = { name: 'page.sharecam-asked', payload: { id: 'c', until: 60, hasSound: true } };
const start = (id = 'c'): SharecamEvent => ({
  name: 'v3.cam2cam.start',
  payload: { seq: 1, cam2cam_id: id, username: 'vera', expires_at: 90, audio: true },
});
const ready = (id = 'c'): SharecamEvent => ({
  name: 'v3.cam2cam.ready',
  payload: { seq: 2, cam2cam_id: id, username: 'vera' },
});
const end = (reason: 'user_ended' | 'removed' | 'expired', id = 'c'): SharecamEvent => ({
  name: 'v3.cam2cam.end',
  payload: { seq: 3, cam2cam_id: id, username: 'vera', reason },
});
const request = (status: 'pending' | 'canceled', id = 'c') => ({
  seq: 1,
  request_id: id,
  username: 'vera',
  audio: false,
  expires_at: 60,
  status,
});
const snapshot = (more: object): SharecamEvent =>
  ({
    name: 'v3.room.snapshot',
    payload: { seq: 1, chat: {}, mode: 'public', ...more },
  }) as unknown as SharecamEvent;

test('a viewer’s own goes from asked to accepted to ready, and its end is told until it was read', () => {
  const open = after(viewer, { name: 'page.sharecam-dialog', payload: { wish: 'camera' } }, asked);
  expect(open).toMatchObject({ wish: null, own: { id: 'c', state: 'asked', until: 60, hasSound: true } });
  expect(after(open, start()).own).toMatchObject({ state: 'accepted', until: 90 });
  const seen = after(open, start(), ready());
  expect(seen.own?.state).toBe('ready');
  expect(after(seen, end('removed'))).toMatchObject({ own: null, end: 'removed' });
  expect(after(seen, end('removed'), { name: 'page.sharecam-read', payload: {} }).end).toBeNull();
  expect(after(seen, end('user_ended'))).toMatchObject({ own: null, end: null });
  expect(
    after(open, { name: 'v3.sharecam.declined', payload: { request_id: 'c', username: 'mia' } }),
  ).toMatchObject({
    own: null,
    end: 'declined',
  });
});

test('what is told of another camera changes nothing of the own', () => {
  const seen = after(viewer, asked, start(), ready());
  expect(after(seen, end('removed', 'other'), ready('other'))).toEqual(seen);
  expect(
    after(seen, { name: 'v3.sharecam.declined', payload: { request_id: 'other', username: 'mia' } }),
  ).toBe(seen);
  expect(after(viewer, { name: 'v3.sharecam.request', payload: request('pending') })).toBe(viewer);
});

test('with a private the word is kept until it begins, and falls when it does not come', () => {
  const privately: SharecamEvent = {
    name: 'page.private-asked',
    payload: { request_id: 'p', expires_at: 60, sharecam: true },
  };
  const open = after(viewer, privately);
  expect(open.wish).toBe('private');
  const pledged = after(open, { name: 'page.sharecam-pledged', payload: {} });
  expect(pledged).toMatchObject({ wish: null, isPledged: true });
  expect(after(pledged, start())).toMatchObject({ isPledged: false, own: { state: 'accepted' } });
  for (const part of [open, pledged])
    expect(
      after(part, {
        name: 'v3.private.declined',
        payload: { request_id: 'p', username: 'mia', reason: 'declined' },
      }),
    ).toMatchObject({ wish: null, isPledged: false });
  expect(after(viewer, { name: 'page.private-asked', payload: { request_id: 'p', expires_at: 60 } })).toBe(
    viewer,
  );
});

test('a performer has the requests and the cameras of several', () => {
  const two = after(
    owner,
    { name: 'page.sharecam-told', payload: request('pending') },
    { name: 'v3.sharecam.request', payload: request('pending', 'd') },
    { name: 'v3.sharecam.request', payload: request('pending') },
  );
  expect(two.requests.map(({ request_id: id }) => id)).toEqual(['d', 'c']);
  const looking = after(two, start(), { name: 'page.sharecam-told', payload: request('canceled') }, ready());
  expect(looking.requests.map(({ request_id: id }) => id)).toEqual(['d']);
  expect(looking.cameras).toEqual([{ id: 'c', username: 'vera', hasSound: true, isReady: true }]);
  expect(after(looking, end('expired')).cameras).toEqual([]);
});

test('a page that comes in knows what is open; one that was cut off forgets what is over', () => {
  const camera = { cam2cam_id: 'c', username: 'vera', audio: false, is_ready: true };
  const whole = snapshot({ cam2cam: { cameras: [camera] }, sharecam: [request('pending', 'd')] });
  expect(after(owner, whole)).toMatchObject({
    cameras: [{ id: 'c', username: 'vera', hasSound: false, isReady: true }],
    requests: [{ request_id: 'd' }],
  });
  expect(after(viewer, snapshot({ cam2cam: { cameras: [camera] } })).own).toMatchObject({
    id: 'c',
    state: 'ready',
  });
  expect(after(viewer, snapshot({ sharecam: [request('pending', 'd')] })).own).toMatchObject({
    id: 'd',
    state: 'asked',
    until: 60,
  });
  expect(after(viewer, asked, snapshot({})).own).toBeNull();
  expect(after(viewer, snapshot({}))).toBe(viewer);
});

test('the performer’s choice is followed', () => {
  const settings = { sharecam: { enabled: false, in_private: false, cost: 0 as const } };
  expect(keepChoice(viewer, snapshot({ userSetting: settings })).isEnabled).toBe(false);
  expect(
    keepChoice(viewer, { name: 'v3.chat.model_settings', payload: { seq: 1, settings } } as SharecamEvent)
      .isEnabled,
  ).toBe(false);
  for (const event of [snapshot({}), asked]) expect(keepChoice(viewer, event)).toBe(viewer);
});
