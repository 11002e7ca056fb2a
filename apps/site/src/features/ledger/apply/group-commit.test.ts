import { AppError } from '@klieg/kernel';
import { seededRandom } from '@klieg/testing/fuzzing';
import { expect, test } from 'vitest';
import { type Fault, type GroupCommitOptions, makeGroupCommit } from './group-commit.ts';

class WriteError extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault);
    this.fault = fault;
  }
}

const faultOf = (error: unknown): Fault => (error instanceof WriteError ? error.fault : 'permanent');

/** A writer whose batches wait until the test lets them go. */
function makeGate() {
  const batches: { items: readonly string[]; open: () => void; fail: (error: Error) => void }[] = [];
  const waiters: (() => void)[] = [];
  return {
    batches,
    write: (items: readonly string[]) =>
      new Promise<string[]>((resolve, reject) => {
        batches.push({ items, open: () => resolve(items.map((item) => `${item}!`)), fail: reject });
        for (const wake of waiters.splice(0)) wake();
      }),
    async nextBatch(count: number) {
      while (batches.length < count) await new Promise<void>((resolve) => waiters.push(resolve));
      return batches[count - 1]!;
    },
  };
}

const make = (
  write: GroupCommitOptions<string, string>['write'],
  more: Partial<GroupCommitOptions<string, string>> = {},
) =>
  makeGroupCommit<string, string>({
    write,
    keysOf: (item) => [item[0] ?? ''],
    changesOf: () => [],
    weightOf: () => 1,
    faultOf,
    countMax: 3,
    queueMax: 8,
    parallelMax: 1,
    retryDelaysMs: [0, 0],
    ...more,
  });

test('what comes while a batch is written goes in the next ones, in order and at most countMax at once L7', async () => {
  const gate = makeGate();
  const sizes: number[] = [];
  const commit = make(gate.write, { onBatch: ({ size, ms }) => void (ms >= 0 && sizes.push(size)) });
  const results = ['a'].map(commit.submit);
  (await gate.nextBatch(1)).items.forEach((item) => expect(item).toBe('a'));
  results.push(...['b', 'c', 'd', 'e'].map(commit.submit));
  gate.batches[0]!.open();
  (await gate.nextBatch(2)).open();
  (await gate.nextBatch(3)).open();
  expect(await Promise.all(results)).toEqual(['a!', 'b!', 'c!', 'd!', 'e!']);
  expect(gate.batches.map((batch) => batch.items)).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
  await commit.idle();
  expect(sizes).toEqual([1, 3, 1]);
});

test('items that share a key are never in one batch nor in batches at the same time L7', async () => {
  const gate = makeGate();
  const commit = make(gate.write, { parallelMax: 2 });
  const results = ['a1', 'a2', 'b1'].map(commit.submit);
  expect((await gate.nextBatch(1)).items).toEqual(['a1']);
  // Nothing of it is in the way of `b1`.
  expect((await gate.nextBatch(2)).items).toEqual(['b1']);
  gate.batches[0]!.open();
  (await gate.nextBatch(3)).open();
  gate.batches[1]!.open();
  expect(await Promise.all(results)).toEqual(['a1!', 'a2!', 'b1!']);
  expect(gate.batches[2]!.items).toEqual(['a2']);
});

/** Items whose keys are their own, and that change what each of their letters names. */
const makeChanging = (
  gate: ReturnType<typeof makeGate>,
  more: Partial<GroupCommitOptions<string, string>> = {},
) =>
  make(gate.write, {
    keysOf: (item) => [item],
    changesOf: (item) => [...item.replaceAll(/\d/g, '')].map((letter) => letter.charCodeAt(0)),
    parallelMax: 2,
    countMax: 2,
    ...more,
  });

test('a batch that runs beside another changes nothing of what that one changes, and nobody is overtaken by what changes the same L7', async () => {
  const gate = makeGate();
  const commit = makeChanging(gate);
  const results = ['ab1', 'cd2', 'ae3', 'ef4', 'gh5', 'ij6'].map(commit.submit);
  expect((await gate.nextBatch(1)).items).toEqual(['ab1', 'cd2']);
  // The third waits for the first, the fourth for the third.
  expect((await gate.nextBatch(2)).items).toEqual(['gh5', 'ij6']);
  gate.batches[0]!.open();
  expect((await gate.nextBatch(3)).items).toEqual(['ae3', 'ef4']);
  gate.batches[1]!.open();
  gate.batches[2]!.open();
  expect(await Promise.all(results)).toEqual(['ab1!', 'cd2!', 'ae3!', 'ef4!', 'gh5!', 'ij6!']);
});

test('where all change the same, or few do not, the next in order wait at the database L7', async () => {
  const gate = makeGate();
  const commit = makeChanging(gate, { countMax: 3 });
  const results = ['xa1', 'xb2', 'xc3', 'xd4', 'xe5', 'xf6', 'g7'].map(commit.submit);
  expect((await gate.nextBatch(1)).items).toEqual(['xa1', 'xb2', 'xc3']);
  expect((await gate.nextBatch(2)).items).toEqual(['xd4', 'xe5', 'xf6']);
  gate.batches[0]!.open();
  expect((await gate.nextBatch(3)).items).toEqual(['g7']);
  gate.batches[1]!.open();
  gate.batches[2]!.open();
  expect(await Promise.all(results)).toHaveLength(7);
});

test('whatever waits with whatever else, each item is written once, and what changes the same begins in its order L7', async () => {
  const random = seededRandom(11);
  const begun: string[] = [];
  const commit = make(
    async (items) => {
      begun.push(...items);
      await new Promise((resolve) => setTimeout(resolve, random() * 3));
      return items.map((item) => `${item}!`);
    },
    {
      keysOf: (item) => [item],
      changesOf: (item) => [item.charCodeAt(0), item.charCodeAt(1)],
      parallelMax: 3,
      countMax: 5,
      queueMax: 5_000,
    },
  );
  const letterOf = () => String.fromCharCode(97 + Math.floor(random() * 26));
  const items = Array.from({ length: 1_000 }, (_, index) => `${letterOf()}${letterOf()}${index}`);
  const results = await Promise.all(items.map(commit.submit));
  expect(results).toEqual(items.map((item) => `${item}!`));
  expect(begun.toSorted()).toEqual(items.toSorted());
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
    const changing = (all: readonly string[]) => all.filter((item) => item.slice(0, 2).includes(letter));
    expect(changing(begun)).toEqual(changing(items));
  }
});

test('one item that cannot be written fails alone L7', async () => {
  const write = async (items: readonly string[]): Promise<string[]> => {
    if (items.includes('x')) throw new WriteError('permanent');
    return items.map((item) => `${item}!`);
  };
  const commit = make(write, { countMax: 5 });
  const results = await Promise.allSettled(['a', 'b', 'x', 'c', 'd'].map(commit.submit));
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
    'a!',
    'b!',
    'failed',
    'c!',
    'd!',
  ]);
});

test('conflicts and outages are tried again; an outage that lasts is told as unavailable to all L21', async () => {
  const faults: Fault[] = ['conflict', 'unreachable', 'conflict', 'unreachable'];
  const commit = make(async (items) => {
    const fault = faults.shift();
    if (fault) throw new WriteError(fault);
    return [...items];
  });
  expect(await Promise.all(['a', 'b'].map(commit.submit))).toEqual(['a', 'b']);

  const broken = make(async () => {
    throw new WriteError('unreachable');
  });
  const results = await Promise.allSettled(['a', 'b'].map(broken.submit));
  for (const result of results) {
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'common.unavailable' } });
  }
});

test('a conflict that never ends is found by halving, the others are written L21', async () => {
  const commit = make(async (items) => {
    if (items.includes('x')) throw new WriteError('conflict');
    return [...items];
  });
  const results = await Promise.allSettled(['a', 'x', 'b'].map(commit.submit));
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('beyond queueMax items are turned away at once L21', async () => {
  const gate = makeGate();
  const commit = make(gate.write, { queueMax: 2 });
  const first = commit.submit('a');
  await gate.nextBatch(1);
  const waiting = [commit.submit('b'), commit.submit('c')];
  await expect(commit.submit('d')).rejects.toThrow(AppError);
  gate.batches[0]!.open();
  (await gate.nextBatch(2)).open();
  await Promise.all([first, ...waiting]);
});
