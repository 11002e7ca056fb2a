import { expect, test } from 'vitest';
import { epochDigest } from './digest.ts';
import { makeEpoch } from './epoch.ts';
import { readEpochPost } from './read-post.ts';
import type { Uuid } from '@klieg/kernel';
import { makeOrderSeal } from '../port/seal-order.ts';

const seal = makeOrderSeal(Buffer.from('key'));
const ORDER = '019a9b1c-7a00-7000-8000-000000000001' as unknown as Uuid;
const rules = { company: 'co', key: 'testkey', types: { C: 'refunded' } as const, seal };
const signed = (fields: Record<string, string>) =>
  new URLSearchParams({ ...fields, epoch_digest: epochDigest(fields, rules.key) }).toString();

test('the digest is the one that Epoch publishes', () => {
  const fields = {
    api: 'camcharge',
    action: 'authandclose',
    x_epochCamcharge: '1',
    auth_amount: '20',
    member_id: '1',
  };
  expect(epochDigest(fields, 'testkey')).toBe('4317409081dc3683421569b0228fcbc7');
  expect(
    epochDigest(
      {
        ...fields,
        returnurl: 'https://httpdump.io/hvtmo',
        pburl: 'https://webhook.site/#!/9c4dab51-a8d3-4636-92ca-3eae15c296bd',
        description: 'Description',
        epoch_digest: 'is left out',
      },
      'testkey',
    ),
  ).toBe('f3c33c328e7905e0440aff3d9f629787');
});

test('an answer tells yes or no with its reason and id, and nothing of it may be changed', () => {
  const yes = {
    ans: 'YGOODTEST|1418464163',
    transaction_id: '77',
    member_id: '12345',
    amount: '50.00',
    x_oid: seal.seal(ORDER),
  };
  expect(readEpochPost(signed(yes), rules)).toMatchObject([
    {
      kind: 'approved',
      orderId: ORDER,
      transactionId: '77',
      amountCents: 5_000,
      card: { token: '12345', last4: '2345' },
    },
  ]);
  expect(readEpochPost(signed({ ans: 'NDECLINEDCVV2|9', x_oid: seal.seal(ORDER) }), rules)).toMatchObject([
    { kind: 'declined', declineCode: 'DECLINEDCVV2', transactionId: '9' },
  ]);
  expect(readEpochPost(signed(yes).replace('50.00', '50.01'), rules)).toBeUndefined();
  expect(readEpochPost(new URLSearchParams(yes).toString(), rules)).toBeUndefined();
  expect(readEpochPost(signed({ ...yes, x_oid: 'other' }), rules)).toBeUndefined();
});

test('its feed tells what was taken back by the transaction that it takes back', () => {
  const line =
    'ets_transaction_id=80&ets_transaction_type=C&ets_co_code=co&ets_transaction_amount=-10.00&ets_ref_trans_ids=77';
  expect(readEpochPost(line, rules)).toMatchObject([
    { kind: 'refunded', orderId: '', transactionId: '77', amountCents: 1_000 },
  ]);
  for (const other of [line.replace('=co&', '=xx&'), line.replace('type=C', 'type=F'), 'mcs_or_idx=1'])
    expect(readEpochPost(other, rules)).toEqual([]);
  expect(readEpochPost('other=1', rules)).toBeUndefined();
});

test('as wnu its page takes the place of ours; lines of the feed are read from a file too (BILLING-051)', () => {
  const options = { ...rules, products: {}, isListed: () => true, callbackUrl: '' };
  expect(makeEpoch({ ...options, name: 'wnu' }).opens).toBe('same_window');
  expect(makeEpoch({ ...options, name: 'epoch' }).opens).toBe('in_page');
  const text =
    'ets_transaction_id=77&ets_transaction_type=I&ets_co_code=co&ets_transaction_amount=50.00&ets_transaction_date=2026-11-22\nbroken';
  expect(makeEpoch({ ...options, name: 'wnu' }).readSettlement(text)).toEqual({
    lines: [{ transactionId: '77', kind: 'approved', amountCents: 5_000, currency: 'USD', at: '2026-11-22' }],
    unread: [{ number: 2, text: 'broken' }],
  });
});
