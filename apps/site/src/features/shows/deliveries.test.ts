import { silentLog, type Uuid } from '@klieg/kernel';
import { MEDIA_FACTS } from '@klieg/contract/media';
import { expect, test } from 'vitest';
import { makeMemoryBus } from '../../platform/bus/index.ts';
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
