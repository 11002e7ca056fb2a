import { describe, expect, test } from 'vitest';
import { makeRenderQueue, type RenderLimits } from './render-queue.ts';

const limits: RenderLimits = { runningMax: 2, waitingMax: 20, waitingOfOne: 8, burst: 10, perSecond: 2 };

const settle = async (): Promise<void> => {
  for (let i = 0; i < 3; i++) await new Promise(setImmediate);
};

/** A queue whose renders end when the test says so. */
function openQueue(given: Partial<RenderLimits> = {}) {
  let nowMs = 0;
  const queue = makeRenderQueue({ ...limits, ...given }, () => nowMs);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (network: string, isCounted = true) =>
    queue.run(network, isCounted, () => {
      started.push(network);
      return new Promise<string>((resolve) => ends.push(() => resolve('page')));
    });
  return {
    started,
    ask,
    pass: (ms: number) => (nowMs += ms),
    settle,
    async endNext() {
      await settle();
      ends.shift()!();
      await settle();
    },
  };
}

describe('pages that have to be rendered', () => {
  test('are rendered two at a time', async () => {
    const queue = openQueue();
    const pages = ['a', 'b', 'c'].map((network) => queue.ask(network));
    await queue.settle();
    expect(queue.started).toEqual(['a', 'b']);
    await queue.endNext();
    expect(queue.started).toEqual(['a', 'b', 'c']);
    await queue.endNext();
    await queue.endNext();
    expect(await Promise.all(pages)).toEqual(['page', 'page', 'page']);
  });

  test('are given to networks in turn, however many one of them asks for', async () => {
    const queue = openQueue();
    for (let n = 0; n < 6; n++) void queue.ask('greedy');
    void queue.ask('one');
    void queue.ask('two');
    for (let n = 0; n < 6; n++) await queue.endNext();
    expect(queue.started).toEqual(['greedy', 'greedy', 'greedy', 'one', 'two', 'greedy', 'greedy', 'greedy']);
  });

  test('are refused to a network that asked for very many, and given again with time', async () => {
    const queue = openQueue();
    const answers = Array.from({ length: 12 }, () => queue.ask('greedy'));
    expect(await answers[10]).toBe('too_many');
    expect(await answers[11]).toBe('too_many');
    await queue.settle();
    expect(queue.started).toHaveLength(2);
    for (let n = 0; n < 10; n++) await queue.endNext();
    expect(await queue.ask('greedy')).toBe('too_many');
    queue.pass(1_000);
    void queue.ask('greedy');
    void queue.ask('greedy');
    expect(await queue.ask('greedy')).toBe('too_many');
  });

  test('are refused to a network of which many wait, and to everybody when too many wait in all', async () => {
    const queue = openQueue({ burst: 100 });
    for (let n = 0; n < 2; n++) void queue.ask('first');
    const ofOne = Array.from({ length: 9 }, () => queue.ask('greedy'));
    expect(await ofOne[8]).toBe('too_many');
    for (let n = 0; n < 12; n++) void queue.ask(`other ${n}`);
    expect(await queue.ask('late')).toBe('busy');
    for (let n = 0; n < 22; n++) await queue.endNext();
    expect(queue.started).toHaveLength(22);
    void queue.ask('late');
    await queue.settle();
    expect(queue.started).toHaveLength(23);
  });

  test('that fail give their turn on', async () => {
    const queue = makeRenderQueue({ ...limits, runningMax: 1 });
    const failing = queue.run('a', true, () => Promise.reject(new Error('no page')));
    const next = queue.run('b', true, () => Promise.resolve('page'));
    await expect(failing).rejects.toThrow('no page');
    expect(await next).toBe('page');
  });

  test('of this machine in a demo wait for their turn and are never refused', async () => {
    const queue = openQueue({ waitingMax: 100 });
    const answers = Array.from({ length: 40 }, () => queue.ask('local', false));
    for (let n = 0; n < 40; n++) await queue.endNext();
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['page']));
  });
});
