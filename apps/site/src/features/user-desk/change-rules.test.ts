import { expect, test } from 'vitest';
import type { Account } from '../identity/index.ts';
import { isSameRoles, refuseChange } from './change-rules.ts';

const account = (id: number, more: Partial<Account> = {}) =>
  ({ id, roles: [], isAdmin: false, isSuperAdmin: false, type: 'other', ...more }) as unknown as Account;
const [admin, boss] = [account(1, { isAdmin: true }), account(2, { isAdmin: true, isSuperAdmin: true })];
const viewer = account(3);

test.each([
  ['an admin, of a viewer', admin, viewer, { user_roles: ['site_mod'] }, undefined],
  ['an admin, of themselves', admin, admin, {}, 'common.not_self'],
  ['a super admin, of themselves', boss, boss, {}, 'common.not_self'],
  ['an admin, of another admin', admin, account(4, { isAdmin: true }), {}, 'back_office.needs_super_admin'],
  ['an admin, of a super admin', admin, boss, {}, 'back_office.needs_super_admin'],
  ['an admin, who names an admin', admin, viewer, { isAdmin: true }, 'back_office.needs_super_admin'],
  [
    'an admin, who names an auditor',
    admin,
    viewer,
    { user_roles: ['auditor'] },
    'back_office.needs_super_admin',
  ],
  [
    'an admin, who takes the office of an auditor',
    admin,
    account(5, { roles: ['auditor'] }),
    { user_roles: [] },
    'back_office.needs_super_admin',
  ],
  ['an admin, of an auditor, whose office stays', admin, account(5, { roles: ['auditor'] }), {}, undefined],
  ['a super admin, of all that', boss, admin, { isAdmin: false, user_roles: ['auditor'] }, undefined],
] as const)('a change by %s', (_who, by, of, change, code) => {
  expect(refuseChange(by, of, change)).toBe(code);
});

test('the same roles in another order are no change', () => {
  expect(isSameRoles(['dvr', 'vr'], ['vr', 'dvr', 'vr'])).toBe(true);
  expect(isSameRoles(['dvr'], [])).toBe(false);
});
