import { expect, test } from 'vitest';
import { askByKey, askTogether } from './ask-together.ts';

test('what is asked in one turn is one question, and everybody gets their own answer', async () => {
  const questions: (readonly number[])[] = [];
  const ask = askTogether((asks: readonly number[]) => {
    questions.push(asks);
    return Promise.resolve(asks.map((value) => value * 2));
  });
  expect(await Promise.all([1, 2, 2, 3].map(ask))).toEqual([2, 4, 4, 6]);
  expect(questions).toEqual([[1, 2, 2, 3]]);
});

test('an ask that comes while a question is on its way is not answered by it', async () => {
  const questions: { asks: readonly string[]; answer: () => void }[] = [];
  const ask = askTogether(
    (asks: readonly string[]) =>
      new Promise<readonly string[]>((resolve) => {
        const version = questions.length;
        questions.push({ asks, answer: () => resolve(asks.map((name) => `${name}${version}`)) });
      }),
  );
  const first = ask('a');
  await expect.poll(() => questions.length).toBe(1);
  const others = ['a', 'b', 'c'].map(ask);
  await new Promise(setImmediate);
  expect(questions).toHaveLength(1);
  questions[0]!.answer();
  await expect.poll(() => questions.length).toBe(2);
  expect(questions[1]!.asks).toEqual(['a', 'b', 'c']);
  questions[1]!.answer();
  expect(await Promise.all([first, ...others])).toEqual(['a0', 'a1', 'b1', 'c1']);
});

test('more than 500 asks are several questions', async () => {
  const sizes: number[] = [];
  const ask = askTogether((asks: readonly number[]) => {
    sizes.push(asks.length);
    return Promise.resolve(asks);
  });
  const wanted = Array.from({ length: 1_201 }, (_, i) => i);
  expect(await Promise.all(wanted.map(ask))).toEqual(wanted);
  expect(sizes).toEqual([500, 500, 201]);
});

test('a question that fails has failed for all who asked, and the next one is asked', async () => {
  let isAway = true;
  const ask = askTogether((asks: readonly number[]) =>
    isAway ? Promise.reject(new Error('away')) : Promise.resolve(asks),
  );
  const both = await Promise.allSettled([ask(1), ask(2)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isAway = false;
  expect(await ask(3)).toBe(3);
});

test('by key each is asked once, and an unknown one has no value', async () => {
  const questions: (readonly string[])[] = [];
  const find = askByKey((keys: readonly string[]) => {
    questions.push(keys);
    return Promise.resolve(new Map([['a', { name: 'a' }]]));
  });
  const [first, second, none] = await Promise.all([find('a'), find('a'), find('b')]);
  expect(first).toEqual({ name: 'a' });
  expect(second).toBe(first);
  expect(none).toBeUndefined();
  expect(questions).toEqual([['a', 'b']]);
});
