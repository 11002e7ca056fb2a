import { describe, expect, test } from 'vitest';
import { codeOf, useTestSite } from '../../app/testing-site.ts';
import { maskText } from './mask-text.ts';

const site = await useTestSite();

describe('reports of pages', () => {
  test('an error gets a code that the page shows (ERRORS-001) (ERRORS-064) (TRACKING-LOGGING-006)', async () => {
    const guest = await site.visit();
    const { code } = await guest.call('reportPageError', {
      body: {
        clientVersion: '1',
        errorMessage: 'x',
        stack: 'at y',
        time: new Date().toISOString(),
        url: '/girls',
      },
    });
    expect(code).toMatch(/^[A-Z0-9]{8}$/);
  });

  test('toasts are kept for logged-in people, a lost lobby and an opened biller link for everybody (TRACKING-LOGGING-002) (TRACKING-LOGGING-003) (TRACKING-LOGGING-004) (TRACKING-LOGGING-011)', async () => {
    const guest = await site.visit();
    const member = await site.join();
    const toast = { appearance: 'info' as const, content: 'a', title: 'b', url: '/' };
    expect(await codeOf(guest.call('logToast', { body: toast }))).toBe('common.unauthenticated');
    expect(await member.call('logToast', { body: toast })).toEqual({ status: 1 });
    expect(await guest.call('logLobbyFailure', { body: { server: 'ws://x' } })).toEqual({ status: 1 });
    expect(await guest.call('logPurchaseLink', { body: { link: 'https://x/pay?secret=1' } })).toEqual({
      status: 1,
    });
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
