import { expect, test } from 'vitest';
import { isOpenToSuspended } from './suspension-gate.tsx';

test('help, law, complaints and the own data stay open to a suspended account (IDENTITY-008)', () => {
  for (const page of ['/support', '/legal/terms', '/faq', '/complaints', '/account/settings/profile'])
    expect(isOpenToSuspended(page)).toBe(true);
  for (const page of ['/', '/legality', '/account/tokens', '/account/settings/security', '/marlowe'])
    expect(isOpenToSuspended(page)).toBe(false);
});
