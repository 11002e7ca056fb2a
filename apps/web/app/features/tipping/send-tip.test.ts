import { CallError, type Client } from '@klieg/contract/client';
import { watchToasts } from '@klieg/ui';
import { setupI18n } from '@lingui/core';
import { expect, test, vi } from 'vitest';
import { followTip } from './follow-tip.ts';
import { followUpOf, sendTip } from './send-tip.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const refusal = (code: string, errorType: string | undefined, message = 'no', params = {}) =>
  new CallError(402, {
    status: 0,
    code,
    ...(errorType && { errorType }),
    error: message,
    message,
    params,
    request_id: 'r',
  });
const answer = { status: 1 as const, tip_id: 't', amount: 60, tokens: 4_940, tip_effect: null };
const client = (sendTipCall: Client['sendTip']) => ({ sendTip: sendTipCall });

test('a tip answers the new balance (LEDGER-TIP-001, LEDGER-TIP-008)', async () => {
  const call = vi.fn(async () => answer);
  const result = await sendTip(client(call), { receiverId: 17, amountTokens: 60, comment: 'hi' });
  expect(result).toEqual({ ok: true, amountTokens: 60, balanceTokens: 4_940 });
  expect(call).toHaveBeenCalledWith(
    expect.objectContaining({ params: { id: '17' }, body: { amount: 60, type: 'tip', comment: 'hi' } }),
  );
});

test('an answer that was lost is asked for again under the same key, so nobody pays twice (S5)', async () => {
  const keys: (string | undefined)[] = [];
  const call = vi.fn(async (args: { idempotencyKey?: string }) => {
    keys.push(args.idempotencyKey);
    if (keys.length === 1) throw new CallError(0, undefined);
    return answer;
  });
  const result = await sendTip(client(call as unknown as Client['sendTip']), {
    receiverId: 17,
    amountTokens: 60,
    comment: '',
  });
  expect(result.ok).toBe(true);
  expect(keys[0]).toBeTruthy();
  expect(keys[0]).toBe(keys[1]);
});

test('a tip without a target is not sent (LEDGER-TIP-012, ERRORS-025)', async () => {
  const call = vi.fn(async () => answer);
  const result = await sendTip(client(call), { receiverId: undefined, amountTokens: 60, comment: '' });
  expect(result).toEqual({ ok: false, followUp: { kind: 'error', error: undefined } });
  expect(call).not.toHaveBeenCalled();
  const seen = vi.fn();
  const stop = watchToasts(seen);
  followTip({ kind: 'error', error: undefined }, i18n, 'tip');
  stop();
  expect(seen.mock.calls).toEqual([[{ content: 'Something went wrong', appearance: 'error' }]]);
});

test('too few tokens open the purchase with what is missing (ERRORS-002)', () => {
  const error = refusal('ledger.not_enough_tokens', 'not_enough_tokens', 'Not enough tokens', {
    missing_tokens: 15,
  });
  expect(followUpOf(error)).toEqual({ kind: 'buy-tokens', missingTokens: 15 });
});

test('a card that failed opens the card modal of post-pay, but not with the words of a used-up line (ERRORS-003)', () => {
  expect(
    followUpOf(refusal('ledger.postpay_card_fail', 'postpay_card_fail', 'Your card could not be charged')),
  ).toEqual({ kind: 'postpay-card' });
  expect(followUpOf(refusal('ledger.postpay_card_fail', 'postpay_card_fail', 'Not enough tokens'))).toEqual({
    kind: 'nothing',
  });
});

test('daily limits open their dialogs (ERRORS-004, ERRORS-005)', () => {
  expect(followUpOf(refusal('ledger.over_daily_limit', 'over_daily_limit')).kind).toBe('daily-limit-verify');
  expect(followUpOf(refusal('ledger.user_daily_limit', 'user_daily_limit')).kind).toBe('daily-low-limit');
});

test('blocked countries are told as unavailable tipping, by an error toast (ERRORS-023, ERRORS-024)', () => {
  for (const type of ['tip_geo_block_receiver', 'tip_geo_block_sender']) {
    const followUp = followUpOf(refusal(`compliance.${type}`, type, 'Not from here'));
    expect(followUp).toEqual({ kind: 'unavailable', text: 'Not from here' });
    const seen = vi.fn();
    const stop = watchToasts(seen);
    followTip(followUp, i18n, 'tip');
    stop();
    expect(seen.mock.calls).toEqual([
      [{ title: 'Tipping Unavailable', content: 'Not from here', appearance: 'error' }],
    ]);
  }
});

test('a refused tip shows no toast by itself: it is for who asked for the tip to show one (ERRORS-006)', async () => {
  const seen = vi.fn();
  const stop = watchToasts(seen);
  const error = refusal('tipping.target_closed', undefined, 'This account cannot receive tips');
  const result = await sendTip(client(vi.fn(() => Promise.reject(error))), {
    receiverId: 17,
    amountTokens: 60,
    comment: '',
  });
  stop();
  expect(result).toEqual({ ok: false, followUp: { kind: 'error', error } });
  expect(seen).not.toHaveBeenCalled();
});
