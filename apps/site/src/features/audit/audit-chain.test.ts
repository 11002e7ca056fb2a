import { expect, test } from 'vitest';
import { type AuditEntry, CHAIN_START, followChain, hashEntry } from './audit-chain.ts';

const entry = (number: number, target = 'order:1'): AuditEntry => ({
  number,
  at: new Date('2026-11-22T10:00:00.123Z'),
  actorId: 7,
  actor: 'somebody',
  action: 'orders.refund_asked',
  target,
  ip: '127.0.0.1',
  detail: '{}',
});

const chained = (count: number) => {
  const all: (AuditEntry & { hash: Buffer })[] = [];
  for (let number = 1; number <= count; number++) {
    const one = entry(number);
    all.push({ ...one, hash: hashEntry(all.at(-1)?.hash ?? CHAIN_START, one) });
  }
  return all;
};
const start = { number: 0, hash: CHAIN_START };

test('a chain that nobody touched fits, also when it is read in parts', () => {
  const all = chained(5);
  const middle = followChain(start, all.slice(0, 2));
  expect(middle).toEqual({ number: 2, hash: all[1]!.hash });
  expect(followChain(middle as typeof start, all.slice(2))).toEqual({ number: 5, hash: all[4]!.hash });
});

test('an entry that was changed, taken away or put in its place with a hash of its own breaks the chain there', () => {
  const all = chained(5);
  const changed = all.map((one) => (one.number === 3 ? { ...one, target: 'order:2' } : one));
  expect(followChain(start, changed)).toEqual({ brokenAt: 3 });
  expect(followChain(start, all.toSpliced(2, 1))).toEqual({ brokenAt: 3 });
  const forged = entry(3, 'order:2');
  const rehashed = all.toSpliced(2, 1, { ...forged, hash: hashEntry(all[1]!.hash, forged) });
  expect(followChain(start, rehashed)).toEqual({ brokenAt: 4 });
});
