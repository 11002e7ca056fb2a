import { silentLog } from '@klieg/kernel';
import { describe, expect, test } from 'vitest';
import { codeOf, useTestSite } from '../../app/testing-site.ts';
import { maskText } from './mask-text.ts';

const kept: Record<string, unknown>[] = [];
const site = await useTestSite({
  log: { ...silentLog, info: (fields, message) => void (message === 'page report' && kept.push(fields)) },
});
/** What was kept of a kind, the newest last. */
const keptOf = (kind: string) => kept.filter((fields) => fields['kind'] === kind);

describe('reports of pages', () => {
  test('an error gets a code that the page shows (ERRORS-001) (ERRORS-064) (TRACKING-LOGGING-006)', async () => {
    const guest = await site.visit();
    const body = {
      clientVersion: '1',
      errorMessage: 'x',
      stack: 'at y',
      time: new Date().toISOString(),
      url: '/girls',
    };
    const { code } = await guest.call('reportPageError', { body });
    expect(code).toMatch(/^[A-Z0-9]{8}$/);
    expect(keptOf('page_error')).toMatchObject([{ ...body, code }]);
  });

  test('toasts are kept, of logged-in people alone (TRACKING-LOGGING-003) (TRACKING-LOGGING-011)', async () => {
    const guest = await site.visit();
    const member = await site.join();
    const toast = { appearance: 'info' as const, content: 'a', title: 'b', url: '/' };
    expect(await codeOf(guest.call('logToast', { body: toast }))).toBe('common.unauthenticated');
    expect(keptOf('toast')).toEqual([]);
    expect(await member.call('logToast', { body: toast })).toEqual({ status: 1 });
    expect(keptOf('toast')).toMatchObject([{ ...toast, who: `a${member.id}` }]);
  });

  test('a lost lobby and an opened biller link are kept of everybody, the link without what it proves (TRACKING-LOGGING-002) (TRACKING-LOGGING-004)', async () => {
    const guest = await site.visit();
    expect(await guest.call('logLobbyFailure', { body: { server: 'ws://x' } })).toEqual({ status: 1 });
    expect(keptOf('lobby_failure')).toMatchObject([{ server: 'ws://x' }]);
    expect(await guest.call('logPurchaseLink', { body: { link: 'https://x/pay?secret=1' } })).toEqual({
      status: 1,
    });
    expect(keptOf('purchase_link')).toMatchObject([{ link: 'https://x/pay' }]);
  });

  test('a picture that stands still is counted by way and answer, and says nothing of who saw it (SHELL-013)', async () => {
    const guest = await site.visit();
    const body = { username: 'anna', transport: 'ws' as const, stalled_ms: 6_000 };
    expect(await guest.call('reportStuckVideo', { body })).toEqual({ status: 1 });
    expect(await guest.call('reportStuckVideo', { body: { ...body, answer: 'yes' } })).toEqual({ status: 1 });
    expect(await codeOf(guest.call('reportStuckVideo', { body: { ...body, stalled_ms: -1 } }))).toBe(
      'common.invalid_input',
    );
  });

  test('hold no card numbers and mail addresses', () => {
    expect(maskText('my card 4242 4242 4242 4242 and anna@example.org', 200)).toBe(
      'my card [card] and [address]',
    );
    expect(maskText('order 1234567890123', 200)).toBe('order 1234567890123');
    expect(maskText('x'.repeat(20), 5)).toBe('xxxxx');
  });

  test('hold no half of a number or a sign where they are cut, and no link that proves a right', () => {
    expect(maskText('card 4242424242424242', 14)).toBe('card [card]');
    expect(maskText('a@b.example 😀', 11).isWellFormed()).toBe(true);
    for (const path of ['/reset/', '/confirm/', '/keep-email/', '/setup/', '/reset%2F'])
      expect(maskText(`https://a.example${path}abc1234?x=1`, 200)).toBe(
        `https://a.example${path}[hidden]?x=1`,
      );
  });
});
