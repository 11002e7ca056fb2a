import { type AccountId, silentLog, systemClock, uuidv7 } from '@klieg/kernel';
import { expect, test } from 'vitest';
import { openDatabase } from '../../platform/postgres/database.ts';
import { makeLedger } from './make-ledger.ts';
import type { SpendRequest } from './requests.ts';
import { useTestLedger } from './testing-ledger.ts';

const { ledger, connection, newPerson, newBuyer } = await useTestLedger();
const ROUNDS = 12;

const tipFrom = (from: AccountId, to: AccountId): SpendRequest => ({
  id: uuidv7(),
  kind: 'tip',
  from,
  to,
  sharePercent: 60,
  amountTokens: 10,
});

test('of 200 spends at once, over two nodes, a balance for one lets exactly one through L6 L18', async () => {
  const other = openDatabase(connection);
  const secondNode = makeLedger({ database: other, clock: systemClock, log: silentLog });
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const viewer = await newBuyer(10);
      const outcomes = await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          (index % 2 ? ledger : secondNode).spend(tipFrom(viewer, newPerson())),
        ),
      );
      const statuses = outcomes.map((outcome) => outcome.status);
      expect(statuses.filter((status) => status === 'applied')).toHaveLength(1);
      expect(statuses.filter((status) => status === 'refused')).toHaveLength(199);
      expect((await ledger.balanceOf(viewer)).spendable).toBe(0);
    }
  } finally {
    await other.close();
  }
});

test('one key 200 times at once, over two nodes, has one effect and 199 repeats L4', async () => {
  const other = openDatabase(connection);
  const secondNode = makeLedger({ database: other, clock: systemClock, log: silentLog });
  try {
    const [viewer, model] = [await newBuyer(1000), newPerson()];
    const request = tipFrom(viewer, model);
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) => (index % 2 ? ledger : secondNode).spend(request)),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'applied')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.status === 'repeated')).toHaveLength(199);
    expect((await ledger.balanceOf(viewer)).spendable).toBe(990);
  } finally {
    await other.close();
  }
});

test('the same key with different payloads at once on two nodes: one wins, the other is a mismatch L4', async () => {
  const other = openDatabase(connection);
  const secondNode = makeLedger({ database: other, clock: systemClock, log: silentLog });
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [first, second] = [await newBuyer(100), await newBuyer(100)];
      const id = uuidv7();
      const outcomes = await Promise.all([
        ledger.spend({ ...tipFrom(first, newPerson()), id }),
        secondNode.spend({ ...tipFrom(second, newPerson()), id }),
      ]);
      expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['applied', 'refused']);
    }
  } finally {
    await other.close();
  }
});

test('two nodes that spend across the same accounts in all directions neither block each other nor lose anything L16', async () => {
  const other = openDatabase(connection);
  const secondNode = makeLedger({ database: other, clock: systemClock, log: silentLog });
  try {
    const people = await Promise.all(Array.from({ length: 20 }, () => newBuyer(10_000)));
    const outcomes = await Promise.all(
      Array.from({ length: 2000 }, (_, index) => {
        const [from, to] = [people[index % 20]!, people[(index * 7 + 3) % 20]!];
        if (from === to) return undefined;
        return (index % 2 ? ledger : secondNode).spend(tipFrom(from, to));
      }),
    );
    expect(outcomes.filter((outcome) => outcome && outcome.status !== 'applied')).toEqual([]);
    expect((await ledger.reconcile('all')).findings).toEqual([]);
  } finally {
    await other.close();
  }
});
