import { silentLog } from '@klieg/kernel';
import { expect, test } from 'vitest';
import { closeAll } from './close-all.ts';

test('what fails to end is logged, and all others are ended, the newest first', async () => {
  const ended: string[] = [];
  const logged: unknown[] = [];
  const fault = new Error('of the second');
  const end = (name: string) => () => Promise.resolve(ended.push(name));
  await closeAll(
    [
      end('first'),
      () => Promise.reject(fault),
      () => {
        throw fault;
      },
      end('last'),
    ],
    { ...silentLog, error: (fields) => void logged.push(fields) },
  );
  expect(ended).toEqual(['last', 'first']);
  expect(logged).toEqual([{ err: fault }, { err: fault }]);
});
