import { expect, test } from 'vitest';
import { languageCode, roomLook } from './room-look.ts';

test('each status has one look; a private that sells spying says so (CHAT-030)', () => {
  expect(roomLook('online', 6)).toBe('live');
  expect(roomLook('private', 6)).toBe('spy');
  expect(roomLook('private', 0)).toBe('private');
  expect(roomLook('private', null)).toBe('private');
  expect(roomLook('limited', null)).toBe('ticket');
  expect(roomLook('standby', null)).toBe('standby');
  expect(roomLook('online_ai', null)).toBe('ai');
  expect(roomLook('reconnecting', null)).toBe('reconnecting');
  expect(roomLook('connected', null)).toBe('reconnecting');
  expect(roomLook('offline', 6)).toBe('offline');
});

test('languages have two letters', () => {
  expect(languageCode('ukrainian')).toBe('UK');
  expect(languageCode('klingon')).toBe('KL');
});
