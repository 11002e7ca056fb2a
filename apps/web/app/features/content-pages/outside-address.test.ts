import { expect, test } from 'vitest';
import { isOutsideAddress } from './outside-address.ts';

test('an outside address is https at a host with a dot, without a name or password', () => {
  for (const fine of ['https://example.org', 'https://a.example.org:8443/x?y#z'])
    expect(isOutsideAddress(fine), fine).toBe(true);
  for (const wrong of [
    '',
    'https://',
    'http://example.org',
    '/top',
    'https://localhost',
    'https://me@example.org',
    'javascript:alert(1)',
  ])
    expect(isOutsideAddress(wrong), wrong).toBe(false);
});
