import { expect, test } from 'vitest';
import { makePendingEntries, SUBMIT_MS } from './pending-entries.ts';
import type { RoomEntry } from './room-entries.ts';

const entry: RoomEntry = { kind: 'take_lines', lines: 'all' };

test('of what is submitted twice under one id both hear what came of it, taken or given up', async () => {
  let now = 0;
  const sent: string[] = [];
  const pending = makePendingEntries({
    node: 'n2',
    send: (message) => void sent.push(message.id),
    now: () => now,
    wallClock: () => now,
  });
  const both = [pending.submit('same', entry), pending.submit('same', entry)];
  pending.settle('same', true);
  expect(await Promise.all(both)).toEqual([true, true]);
  const late = [pending.submit('late', entry), pending.submit('late', entry)];
  now = SUBMIT_MS + 1;
  pending.resend();
  expect(await Promise.all(late)).toEqual([false, false]);
  expect(sent).toEqual(['same', 'late']);
});
