import { expect, test } from 'vitest';
import { loadRoom, reduceEntity, roomEntityStore } from './room-entity.ts';

test('a room is loading, then ready or in error, under its own name (CHAT-029)', async () => {
  const states: string[] = [];
  const stop = roomEntityStore.subscribe(() => {
    const entity = roomEntityStore.get()!;
    states.push(`${entity.username} ${entity.state}`);
  });
  expect(await loadRoom('anna', () => Promise.resolve('the room'))).toBe('the room');
  await expect(loadRoom('berta', () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
  stop();
  expect(states).toEqual(['anna loading', 'anna ready', 'berta loading', 'berta error']);
});

test('the answer about a room that was left meanwhile changes nothing of the next (CHAT-029)', () => {
  const next = reduceEntity({ username: 'anna', state: 'loading' }, { username: 'berta', state: 'loading' });
  expect(next).toEqual({ username: 'berta', state: 'loading' });
  expect(reduceEntity(next, { username: 'anna', state: 'ready' })).toBe(next);
  expect(reduceEntity(next, { username: 'anna', state: 'error' })).toBe(next);
});
