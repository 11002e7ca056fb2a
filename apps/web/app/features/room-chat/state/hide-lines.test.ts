import { expect, test } from 'vitest';
import type { Room } from '@klieg/contract';
import { type ChatState, chatState } from './chat-state.ts';
import { hideLinesOf } from './hide-lines.ts';
import { readPerson } from '../people/person.ts';

test('lines of ignored people are hidden, their tips and everybody else stay: F3', () => {
  const line = (id: string, username: string) => ({
    kind: 'text' as const,
    id,
    at: 1,
    person: readPerson({ username }),
    text: 'hi',
    isHighlighted: false,
  });
  const tip = { kind: 'tip' as const, id: '3', at: 1, amountTokens: 5, sender: 'ben', comment: '' };
  const arrival = { kind: 'presence' as const, id: '4', at: 1, username: 'ben', isHere: true };
  const empty = chatState({ chatMessageList: [], viewer: { role: [] } } as unknown as Room);
  const chat: ChatState = { ...empty, entries: [line('1', 'anna'), line('2', 'ben'), tip, arrival] };
  expect(hideLinesOf(chat, new Set(['ben'])).entries.map(({ id }) => id)).toEqual(['1', '3']);
  expect(hideLinesOf(chat, new Set())).toBe(chat);
});
