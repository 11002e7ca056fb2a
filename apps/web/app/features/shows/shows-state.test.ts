import type { Payload } from '@klieg/contract';
import { describe, expect, test } from 'vitest';
import { roomFixture } from '../../shared/room/room.fixture.ts';
import { reduceRoom, roomState } from '../../shared/room/room-state.ts';
import type { ShowEvent, ShowsPart } from './shows-part.ts';
import { reduceShows, startShows } from './shows-state.ts';

const NOW = 1_700_000_000_000;
const start = startShows(roomFixture());
const after = (part: ShowsPart, ...events: ShowEvent[]) => events.reduce(reduceShows, part);

const request = (changes: Partial<Payload<'v3.private.request'>> = {}): ShowEvent => ({
  name: 'v3.private.request',
  payload: {
    seq: 1,
    request_id: 'r1',
    username: 'vera',
    to: 'marlowe_vance',
    cost_per_minute: 60,
    prepaid_seconds: 60,
    type: 'private',
    expires_at: NOW + 60_000,
    status: 'pending',
    ...changes,
  },
});
const started = (changes: Partial<Payload<'v3.private.started'>> = {}) =>
  ({
    name: 'v3.private.started',
    payload: {
      seq: 2,
      cost_per_minute: 60,
      type: 'private',
      broadcaster: 'marlowe_vance',
      show_id: 's1',
      started_at: NOW,
      ...changes,
    },
  }) as const satisfies ShowEvent;
const tick = (changes: Partial<Payload<'v3.private.tick'>> = {}): ShowEvent => ({
  name: 'v3.private.tick',
  payload: {
    seq: 1,
    show_id: 's1',
    duration: 10,
    tokens_charged: 10,
    remaining_seconds: 90,
    privatePrepaidTimeLeftSeconds: 50,
    metered: true,
    ...changes,
  },
});
const end = (changes: Partial<Payload<'v3.private.end'>> = {}) =>
  ({
    name: 'v3.private.end',
    payload: { seq: 3, reason_ended: 'model_ended', show_id: 's1', ...changes },
  }) as const satisfies ShowEvent;

describe('a request', () => {
  test('waits until it is answered, and tells with what it ended (SHOWS-008) (SHOWS-015)', () => {
    const waiting = after(start, request());
    expect(waiting.requests).toHaveLength(1);
    const declined = after(waiting, {
      name: 'v3.private.declined',
      payload: { request_id: 'r1', username: 'marlowe_vance' },
    });
    expect(declined).toMatchObject({ requests: [], news: { name: 'v3.private.declined' } });
    const expired = after(waiting, {
      name: 'v3.private.expired',
      payload: { request_id: 'r1', username: 'marlowe_vance', reason: 'taken' },
    });
    expect(expired.news).toMatchObject({ payload: { reason: 'taken' } });
  });

  test('that this page does not know tells nothing when it ends', () => {
    const told = after(start, {
      name: 'v3.private.expired',
      payload: { request_id: 'other', username: 'vera', reason: 'timeout' },
    });
    expect(told).toBe(start);
  });

  test('is taken back by its sender without a word on the own pages', () => {
    const gone = after(start, request(), request({ status: 'canceled' }));
    expect(gone).toMatchObject({ requests: [], news: null });
  });

  test('closes the dialog in which it was made', () => {
    const asking = after(start, { name: 'page.private-dialog', payload: { isOpen: true } });
    expect(asking.isAsking).toBe(true);
    expect(after(asking, request()).isAsking).toBe(false);
  });

  test('comes by the socket of the visit as well', () => {
    const told = request() as Extract<ShowEvent, { name: 'v3.private.request' }>;
    expect(after(start, { name: 'page.show-told', payload: told }).requests).toHaveLength(1);
  });

  test('that was accepted connects until the first picture (LIVE-VIDEO-009)', () => {
    const starting = after(start, request(), { name: 'v3.preloader.start', payload: { mode: 'private' } });
    expect(starting).toMatchObject({ requests: [], starting: '' });
    expect(after(starting, started()).starting).toBeNull();
    const failed = after(starting, {
      name: 'v3.private.request_failed',
      payload: { errorType: 'media_failed', request_id: 'r1' },
    });
    expect(failed).toMatchObject({ starting: null, news: { name: 'v3.private.request_failed' } });
  });
});

describe('a private', () => {
  test('begins, is told by its meter, and leaves what it ended with (SHOWS-010) (SHOWS-011) (SHOWS-012)', () => {
    const running = after(start, started({ username: 'vera', remaining_seconds: 100 }), tick());
    expect(running.show).toMatchObject({ cost_per_minute: 60, remaining_seconds: 100 });
    expect(running.tick).toMatchObject({ duration: 10, tokens_charged: 10 });
    const ended = after(running, end({ duration: 70, tokens_charged: 70, tokens_returned: 50 }));
    expect(ended).toMatchObject({ show: null, tick: null, news: { payload: { tokens_returned: 50 } } });
    expect(after(ended, { name: 'page.show-news-closed', payload: {} }).news).toBeNull();
  });

  test('of somebody else ends without news', () => {
    expect(after(start, started(), end())).toMatchObject({ show: null, news: null });
  });

  test('is there again after a reload, by the room’s answer and by its whole (SHOWS-020)', () => {
    const privateStats = {
      privatePrepaidTimeLeftSeconds: 20,
      duration_seconds: 40,
      tokens_charged: 40,
      cost_per_minute: 60,
      started_at: new Date(NOW).toISOString(),
      type: 'private' as const,
      source: 'room',
      watch_id: null,
      with_cam2cam: false,
    };
    const told = { duration: 40, tokens_charged: 40, prepaid_seconds: 20, started_at: NOW };
    expect(startShows(roomFixture({ privateStats })).show).toMatchObject(told);
    const whole = {
      seq: 5,
      epoch: 'e1',
      user_count: 1,
      mode: 'private',
      chat: { status: 'private' },
    } as const;
    const restored = after(start, { name: 'v3.room.snapshot', payload: { ...whole, privateStats } });
    expect(restored.show).toMatchObject(told);
    const gone = after(restored, {
      name: 'v3.room.snapshot',
      payload: { ...whole, mode: 'public', chat: { status: 'online' } },
    });
    expect(gone.show).toBeNull();
  });

  test('whose end was not told is over when the room is something else', () => {
    const running = after(start, started());
    const told = (status: 'reconnecting' | 'online') =>
      after(running, { name: 'v3.chat.update', payload: { seq: 9, status } });
    expect(told('reconnecting').show).not.toBeNull();
    expect(told('online').show).toBeNull();
  });

  test('waits of an earlier page are read anew', () => {
    const asked = { request_id: 'r1', state: 'requested', expires_at: new Date(NOW).toISOString() };
    const read = (state: string) =>
      after(start, {
        name: 'page.show-read',
        payload: { privateStats: null, request: { ...asked, state }, place: 2 },
      });
    expect(read('requested')).toMatchObject({ requests: [{ request_id: 'r1', expires_at: NOW }] });
    expect(read('starting').starting).toBe('');
    expect(read('ended')).toMatchObject({ requests: [], starting: null, place: { place: 2 } });
  });
});

test('a discount holds until its end is told (SHOWS-009) (SHOWS-021)', () => {
  const told = { seq: 1, discountRate: 20, timeLeftInSecond: 600, privatePricePerMinuteInToken: 48 };
  const on = after(start, { name: 'v3.private.discount', payload: told });
  expect(on.discount).toMatchObject({ privatePricePerMinuteInToken: 48 });
  const off = { ...told, discountRate: 0, timeLeftInSecond: 0, privatePricePerMinuteInToken: 0 };
  expect(after(on, { name: 'v3.private.discount', payload: off }).discount).toBeNull();
});

test('prices follow what the performer changes', () => {
  const changed = after(start, {
    name: 'v3.chat.model_settings',
    payload: { seq: 1, settings: { private_cost: 90 } },
  });
  expect(changed.settings).toMatchObject({ private_cost: 90, private_enabled: true });
});

test('a place in line is told, and its end too (SHOWS-014)', () => {
  const place = (payload: Omit<Payload<'v3.private.place'>, 'seq' | 'username'>): ShowEvent => ({
    name: 'v3.private.place',
    payload: { seq: 1, username: 'marlowe_vance', ...payload },
  });
  const inLine = after(start, place({ place: 2, length: 3 }));
  expect(inLine.place).toEqual({ place: 2, length: 3 });
  expect(after(inLine, place({ reason: 'started' })).place).toBeNull();
});

describe('the room of this person', () => {
  const state = roomState(roomFixture());

  test('is in the private when its payer is named, and waits outside otherwise (SHOWS-025)', () => {
    expect(reduceRoom(state, started({ username: 'vera' }))).toMatchObject({
      status: 'private',
      mode: 'private',
    });
    expect(reduceRoom(state, started())).toMatchObject({ status: 'private', mode: 'public' });
  });

  test('is public and connected after the end, until its true status is told (SHOWS-027)', () => {
    const ended = reduceRoom(reduceRoom(state, started({ username: 'vera' })), end());
    expect(ended).toMatchObject({ status: 'connected', mode: 'public' });
    const update = { name: 'v3.chat.update', payload: { seq: 9, status: 'online' } } as const;
    expect(reduceRoom(ended, update)).toMatchObject({ status: 'online', mode: 'public' });
  });

  test('looks into a private from the answer on, and is public again after it (SHOWS-028) (SHOWS-029)', () => {
    const told = { cost_per_minute: 6, free: false, preview_seconds: 0 };
    const spying = reduceRoom(state, { name: 'page.spying', payload: told });
    expect(spying.mode).toBe('spy');
    const over = { name: 'v3.spy.end', payload: { seq: 1, reason: 'private_ended' } } as const;
    expect(reduceRoom(spying, over).mode).toBe('public');
  });

  test('goes over to the stream of the private before it starts', () => {
    const stream = {
      stream_name: 'private-1',
      token: null,
      expires_at: null,
      edge_servers: [],
      quality_renditions: 1,
      width: null,
      height: null,
    };
    const told = { name: 'v3.preloader.start', payload: { mode: 'private', stream } } as const;
    expect(reduceRoom(state, told)).toMatchObject({ mode: 'private', streamName: 'private-1' });
  });
});
