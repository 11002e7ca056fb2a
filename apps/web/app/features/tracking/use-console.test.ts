/* oxlint-disable no-console -- it is the console that is sent */
import { act, cleanup, renderHook } from '@testing-library/react';
import { LOG_EVERY_MS } from '@klieg/contract/features/tracking/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { privateRoom } from '../../shared/private-room.ts';
import { stubServer } from '../../shared/testing/stub-server.ts';
import { useConsole } from './use-console.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  meStore.reset();
});
afterEach(() => {
  cleanup();
  privateRoom.path = undefined;
  meStore.reset();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the console is sent of members with the role remote_logging and while one is in a private, of nobody else (TRACKING-LOGGING-016)', async () => {
  const sent = stubServer({ 'POST /log': { status: 1 } });
  const load = (user: object) =>
    act(() => meStore.dispatch({ type: 'loaded', current: currentUserFixture({ user }) }));
  /** Batches that leave the page after a further line. */
  const batches = async () => {
    const before = sent.length;
    console.warn('a line');
    await vi.advanceTimersByTimeAsync(LOG_EVERY_MS);
    return sent.length - before;
  };
  renderHook(() => useConsole());
  expect(await batches()).toBe(0);
  load({ username: 'guest_1', user_roles: ['remote_logging'] });
  privateRoom.path = location.pathname;
  expect(await batches()).toBe(0);
  load({});
  expect(await batches()).toBe(1);
  privateRoom.path = '/another_room';
  expect(await batches()).toBe(0);
  load({ user_roles: ['remote_logging'] });
  expect(await batches()).toBe(1);
});
