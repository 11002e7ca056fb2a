import { expect, test } from 'vitest';
import { cardFixture } from '../../features/discovery/cards/card.fixture.ts';
import { cardPrice, languageCode, roomLook } from './room-look.ts';

test('each status has one look; a private that sells spying says so (CHAT-030)', () => {
  expect(roomLook('online', 6)).toBe('live');
  expect(roomLook('private', 6)).toBe('spy');
  expect(roomLook('private', 0)).toBe('private');
  expect(roomLook('private', null)).toBe('private');
  expect(roomLook('limited', null)).toBe('ticket');
  expect(roomLook('limited', null, true)).toBe('group');
  expect(roomLook('online', null, true)).toBe('live');
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

test('a card shows the price of what can be had there, and of nothing else', () => {
  const card = cardFixture({ private_enabled: true, private_cost: 60, spy_cost: 6, ticket_price: 200 });
  for (const look of ['live', 'standby', 'ai'] as const)
    expect(cardPrice(look, card)).toEqual({ tokens: 60, perMinute: true });
  expect(cardPrice('live', { ...card, private_enabled: false })).toBeNull();
  expect(cardPrice('spy', card)).toEqual({ tokens: 6, perMinute: true });
  expect(cardPrice('ticket', card)).toEqual({ tokens: 200, perMinute: false });
  expect(cardPrice('ticket', { ...card, ticket_price: null })).toBeNull();
  for (const look of ['group', 'live'] as const)
    expect(cardPrice(look, { ...card, group_price: 12 })).toEqual({ tokens: 12, perMinute: true });
  for (const look of ['private', 'offline', 'reconnecting'] as const)
    expect(cardPrice(look, card)).toBeNull();
});
