import { expect, test } from 'vitest';
import { type DisplayInput, displayStatus } from './display-status.ts';

const ready: DisplayInput = {
  entity: 'ready',
  isPasswordRequired: false,
  status: 'online',
  isGuestOverlayShown: false,
  isCardRequired: false,
  mode: 'public',
};
const of = (changes: Partial<DisplayInput>) => displayStatus({ ...ready, ...changes });

test('a room that failed to load is user_error (LIVE-VIDEO-016)', () =>
  expect(of({ entity: 'error' })).toBe('user_error'));
test('a room that is not ready is user_loading (LIVE-VIDEO-017)', () =>
  expect(of({ entity: 'loading' })).toBe('user_loading'));
test('a password that was not passed is password_required (LIVE-VIDEO-018)', () =>
  expect(of({ isPasswordRequired: true })).toBe('password_required'));
test('status offline is offline (LIVE-VIDEO-019)', () => expect(of({ status: 'offline' })).toBe('offline'));
test('an active guest overlay is guest_overlay (LIVE-VIDEO-020)', () =>
  expect(of({ isGuestOverlayShown: true })).toBe('guest_overlay'));
test('a missing card is cc_required (LIVE-VIDEO-021)', () =>
  expect(of({ isCardRequired: true })).toBe('cc_required'));
test('connected and reconnecting are connected (LIVE-VIDEO-022)', () => {
  expect(of({ status: 'connected' })).toBe('connected');
  expect(of({ status: 'reconnecting' })).toBe('connected');
});
test('a ticket show is limited for everybody without that mode (LIVE-VIDEO-023)', () => {
  expect(of({ status: 'limited' })).toBe('limited');
  expect(of({ status: 'limited', mode: 'limited' })).toBe('online');
});
test('a private is private for everybody but payer and spies (LIVE-VIDEO-024)', () => {
  expect(of({ status: 'private' })).toBe('private');
  expect(of({ status: 'private', mode: 'private' })).toBe('online');
  expect(of({ status: 'private', mode: 'spy' })).toBe('online');
});
test('standby is standby (LIVE-VIDEO-025)', () => expect(of({ status: 'standby' })).toBe('standby'));
test('everything else shows the stream, an AI model too (LIVE-VIDEO-026)', () => {
  expect(of({})).toBe('online');
  expect(of({ status: 'online_ai' })).toBe('online');
});

test('where several match, the first of the order wins (LIVE-VIDEO-030)', () => {
  const all: DisplayInput = {
    entity: 'error',
    isPasswordRequired: true,
    status: 'offline',
    isGuestOverlayShown: true,
    isCardRequired: true,
    mode: 'public',
  };
  const order = [
    displayStatus(all),
    displayStatus({ ...all, entity: 'loading' }),
    displayStatus({ ...all, entity: 'ready' }),
    displayStatus({ ...all, entity: 'ready', isPasswordRequired: false }),
    displayStatus({ ...all, entity: 'ready', isPasswordRequired: false, status: 'connected' }),
    displayStatus({
      ...all,
      entity: 'ready',
      isPasswordRequired: false,
      status: 'limited',
      isGuestOverlayShown: false,
    }),
  ];
  expect(order).toEqual([
    'user_error',
    'user_loading',
    'password_required',
    'offline',
    'guest_overlay',
    'cc_required',
  ]);
});
