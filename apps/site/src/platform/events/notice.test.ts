import { silentLog } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { expect, test } from 'vitest';
import { makeMemoryBus } from '../bus/index.ts';
import { makeNotices, notice } from './notice.ts';

const far = notice<{ readonly n: number }>('test.far');
const near = notice<{ readonly n: number }>('test.near', 'here');

test('a notice reaches those who asked for it on every node, one for this process only those here', async () => {
  const bus = makeMemoryBus(silentLog);
  const [a, b] = [makeNotices(bus, silentLog), makeNotices(bus, silentLog)];
  const heard: string[] = [];
  a.on(far, ({ n }) => heard.push(`a far ${n}`));
  b.on(far, ({ n }) => heard.push(`b far ${n}`));
  a.on(near, ({ n }) => heard.push(`a near ${n}`));
  b.on(near, ({ n }) => heard.push(`b near ${n}`));
  a.tell(near, { n: 1 });
  expect(heard).toEqual(['a near 1']);
  a.tell(far, { n: 2 });
  await eventually(() => expect(heard).toEqual(['a near 1', 'a far 2', 'b far 2']));
});

test('a handler that throws stops nobody else, and one that was taken away hears nothing more', () => {
  const notices = makeNotices(makeMemoryBus(silentLog), silentLog);
  const heard: number[] = [];
  notices.on(near, () => {
    throw new Error('on purpose');
  });
  const stop = notices.on(near, ({ n }) => heard.push(n));
  notices.tell(near, { n: 1 });
  stop();
  notices.tell(near, { n: 2 });
  expect(heard).toEqual([1]);
});
