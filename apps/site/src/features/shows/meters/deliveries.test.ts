import { silentLog, type Uuid } from '@klieg/kernel';
import { MEDIA_FACTS } from '@klieg/contract/media';
import { expect, test } from 'vitest';
import { makeMemoryBus } from '#site/platform/bus/index.ts';
import { addSpan, lengthOf } from './delivered-spans.ts';
import { makeDeliveries } from './deliveries.ts';

const METER = '0198' as Uuid;

test('stretches that touch become one, in order and apart from each other', () => {
  const spans = [
    { fromMs: 20, untilMs: 30 },
    { fromMs: 0, untilMs: 10 },
    { fromMs: 10, untilMs: 12 },
    { fromMs: 25, untilMs: 40 },
  ].reduce(addSpan, []);
  expect(spans).toEqual([
    { fromMs: 0, untilMs: 12 },
    { fromMs: 20, untilMs: 40 },
  ]);
  expect(lengthOf(spans)).toBe(32);
});

test('what comes twice, late, from two nodes or by another clock counts once, and nonsense counts nothing', async () => {
  const bus = makeMemoryBus(silentLog);
  let now = 0;
  const deliveries = makeDeliveries(bus, () => now);
  const grown: string[] = [];
  deliveries.onGrown((id) => grown.push(id));
  const tell = async (fromMs: unknown, untilMs: unknown, clock: unknown = 'c1', node = 'm1') => {
    bus.publish(MEDIA_FACTS, { kind: 'metered', node, meterId: METER, clock, fromMs, untilMs });
    await bus.ready();
    await new Promise((resolve) => setImmediate(resolve));
    return deliveries.deliveredOf(METER);
  };
  expect(deliveries.stoodFor(METER)).toBeUndefined();
  expect(await tell(0, 1_000)).toBe(1_000);
  now = 700;
  expect(await tell(0, 1_000)).toBe(1_000);
  expect(deliveries.stoodFor(METER)).toBe(700);
  // Another page at another edge gets half of it again, and half of what is new.
  expect(await tell(500, 1_500, 'c1', 'm2')).toBe(1_500);
  expect(deliveries.stoodFor(METER)).toBe(0);
  // An origin that was lost is followed by one with a clock of its own.
  expect(await tell(0, 200, 'c2')).toBe(1_700);
  for (const [from, until, clock] of [
    [5, 5, 'c1'],
    [9, 3, 'c1'],
    ['0', 99_999, 'c1'],
    [0, Number.NaN, 'c1'],
    [0, 99_999, 7],
  ] as const)
    expect(await tell(from, until, clock)).toBe(1_700);
  expect(grown).toHaveLength(3);
  deliveries.close();
  expect(await tell(0, 9_000)).toBe(1_700);
  await bus.close();
});

test('a node that begins to listen in the middle goes on from what is kept, after a gap and after an origin that was lost, and never counts more than was delivered (S3)', async () => {
  const bus = makeMemoryBus(silentLog);
  const tell = async (fromS: number, untilS: number, clock = 'c1', node = 'm1') => {
    const stretch = { clock, fromMs: fromS * 1_000, untilMs: untilS * 1_000 };
    bus.publish(MEDIA_FACTS, { kind: 'metered', node, meterId: METER, ...stretch });
    await bus.ready();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const first = makeDeliveries(bus, () => 0);
  await tell(0, 600);
  await tell(606, 660);
  const kept = first.deliveredOf(METER);
  expect(kept).toBe(654_000);

  const second = makeDeliveries(bus, () => 0);
  // Nothing was heard yet: what is kept stands.
  expect(second.countedOf(METER, kept)).toBe(kept);
  await tell(606, 661);
  // The second since is free, and from here on every one counts.
  expect(second.countedOf(METER, kept)).toBe(kept);
  await tell(606, 1_200);
  expect([first.deliveredOf(METER), second.countedOf(METER, kept)]).toEqual([1_194_000, 1_193_000]);
  // Another edge, whose long stretch others may have counted, brings nothing that is in doubt.
  await tell(300, 1_200, 'c1', 'm2');
  expect(second.deliveredOf(METER)).toBe(1_193_000);
  // An origin that dies is followed by one with a clock of its own.
  await tell(0, 10, 'c2', 'm3');
  await tell(0, 60, 'c2', 'm3');
  expect(second.deliveredOf(METER)).toBe(1_253_000);
  // That edge has filled the gap, too: who has heard all of it counts all of it.
  expect(first.deliveredOf(METER)).toBe(1_260_000);

  const third = makeDeliveries(bus, () => 0);
  await tell(0, 61, 'c2', 'm3');
  expect(third.countedOf(METER, 1_250_000)).toBe(1_250_000);
  await tell(0, 100, 'c2', 'm3');
  expect(third.countedOf(METER, 1_250_000)).toBe(1_289_000);
  for (const deliveries of [first, second, third]) deliveries.close();
  await bus.close();
});

test('a node that has heard all of it adds nothing to it for facts that are still on their way to others', async () => {
  const bus = makeMemoryBus(silentLog);
  const deliveries = makeDeliveries(bus, () => 0);
  bus.publish(MEDIA_FACTS, {
    kind: 'metered',
    node: 'm1',
    meterId: METER,
    clock: 'c1',
    fromMs: 0,
    untilMs: 9_000,
  });
  await bus.ready();
  await new Promise((resolve) => setImmediate(resolve));
  expect(deliveries.countedOf(METER, 10_000)).toBe(10_000);
  bus.publish(MEDIA_FACTS, {
    kind: 'metered',
    node: 'm1',
    meterId: METER,
    clock: 'c1',
    fromMs: 0,
    untilMs: 30_000,
  });
  await bus.ready();
  await new Promise((resolve) => setImmediate(resolve));
  expect(deliveries.countedOf(METER, 10_000)).toBe(30_000);
  deliveries.close();
  await bus.close();
});
