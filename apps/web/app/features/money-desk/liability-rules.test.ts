import type { OperatorAccount } from '@klieg/contract';
import { expect, test } from 'vitest';
import { liabilityOf } from './liability-rules.ts';

const account = (
  name: string,
  balance: number,
  unit: OperatorAccount['unit'] = 'cents',
): OperatorAccount => ({
  account: 1,
  name,
  biller: null,
  unit,
  change: 0,
  balance,
});

test('what is owed is told by whom it is owed to, and how far bank and billers cover it', () => {
  const { parts, owedCents, cover } = liabilityOf([
    account('unspent', 60_000),
    account('earned', 20_000),
    account('suspense', 0),
    account('platform', 900, 'tokens'),
    account('bank', -90_000),
    account('receivable', -20_000),
    account('receivable', -10_000),
    account('revenue', 40_000),
  ]);
  expect(parts).toEqual([
    { name: 'unspent', cents: 60_000 },
    { name: 'earned', cents: 20_000 },
  ]);
  expect([owedCents, cover]).toEqual([80_000, 1.5]);
});

test('where nothing is owed there is nothing to cover', () => {
  expect(liabilityOf([account('bank', -500)])).toEqual({ parts: [], owedCents: 0, cover: null });
});
