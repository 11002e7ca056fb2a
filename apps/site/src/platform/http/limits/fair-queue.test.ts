import { expect, test } from 'vitest';
import { makeFairQueue } from './fair-queue.ts';

const settle = async (): Promise<void> => {
  for (let i = 0; i < 3; i++) await new Promise(setImmediate);
};

test('costly things are done few at a time, networks in turn, and refused where too many wait', async () => {
  const queue = makeFairQueue({ runningMax: 1, waitingMax: 4, waitingOfOne: 3 });
  const done: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string) =>
    queue.run(name.split(' ')[0]!, async () => {
      await new Promise<void>((resolve) => ends.push(resolve));
      done.push(name);
      return name;
    });
  const answers = ['greedy 1', 'greedy 2', 'greedy 3', 'greedy 4'].map(ask);
  expect(await ask('greedy 5')).toBe('too_many');
  const other = ask('other 1');
  expect(await ask('third 1')).toBe('busy');
  for (let n = 0; n < 5; n++) {
    await settle();
    ends.shift()!();
  }
  expect(await Promise.all([...answers, other])).toHaveLength(5);
  expect(done.indexOf('other 1')).toBeLessThan(3);
});

test('what fails gives its turn on', async () => {
  const queue = makeFairQueue({ runningMax: 1, waitingMax: 4, waitingOfOne: 3 });
  const failing = queue.run('a', () => Promise.reject(new Error('broken')));
  const next = queue.run('b', () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
