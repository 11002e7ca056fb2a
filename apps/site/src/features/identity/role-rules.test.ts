import { type UserRole, userRole } from '@klieg/contract';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isCardMissing, isPremium, isSuperVip, isVip, roomRolesOf } from './role-rules.ts';

const root = new URL('../../../../../', import.meta.url);
const table = readFileSync(new URL('docs/roles.md', root), 'utf8');
/** What the product is made of, but for the list of codes itself. */
const sources = globSync(['apps/*/{src,app}/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], {
  cwd: fileURLToPath(root),
})
  .filter((path) => !/\.test\.|\.fixture\.|testing|contract\/src\/enums\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(new URL(path, root), 'utf8') }));
const readersOf = (code: string) =>
  sources.filter(({ text }) => text.includes(`'${code}'`)).map(({ path }) => path);
const everyRole: { readonly roles: readonly UserRole[] } = { roles: userRole.options };

describe('a membership', () => {
  test.each([
    [null, [false, false, false]],
    ['premium', [true, false, false]],
    ['vip', [true, true, false]],
    ['super_vip', [true, true, true]],
  ] as const)(
    '%s: premium, VIP, super VIP are %j (MODERATION-ROLES-014) (MODERATION-ROLES-015)',
    (membership, kinds) => {
      const member = { membership };
      expect([isPremium(member), isVip(member), isSuperVip(member)]).toEqual(kinds);
    },
  );
});

describe('the flags of a room', () => {
  const viewers = { isForStaff: false, isTranscodedSite: false };

  test('come from the roles of its model; that of fraud is for staff alone (MODERATION-ROLES-007)', () => {
    const shown = ['SITE_MOD', 'MODEL_ADMIN', 'DVR', 'VR'];
    expect(roomRolesOf(everyRole, viewers)).toEqual(shown);
    expect(roomRolesOf(everyRole, { ...viewers, isForStaff: true })).toEqual([...shown, 'HIGH_MODEL_FRAUD']);
    expect(roomRolesOf({ roles: [] }, { ...viewers, isForStaff: true })).toEqual([]);
  });

  test('name a site whose streams are converted for it (MODERATION-ROLES-007)', () => {
    expect(roomRolesOf({ roles: [] }, { ...viewers, isTranscodedSite: true })).toEqual(['WL_TRANSCODE']);
  });
});

test('a card is missing where the role asks for one and none is on file (MODERATION-ROLES-008)', () => {
  const asked = { roles: ['require_credit_card'] as const };
  expect([isCardMissing(asked, false), isCardMissing(asked, true)]).toEqual([true, false]);
  expect([isCardMissing({ roles: [] }, false), isCardMissing(null, false)]).toEqual([false, false]);
});

describe('docs/roles.md', () => {
  const rows = [...table.matchAll(/^\| `(\w+)` \| (.+?) \| (.+?) \|$/gm)].map(([, code, effect, reader]) => ({
    code,
    effect: effect!,
    reader: reader!,
  }));

  test('has one row for each code of user_roles (MODERATION-ROLES-005) (MODERATION-ROLES-008)', () => {
    expect(rows.map(({ code }) => code)).toEqual(userRole.options);
  });

  test.each(rows)(
    '$code: its effect is in the file that is named; what is said to come later, or to do nothing, is read nowhere',
    ({ code, effect, reader }) => {
      const isRead = !/^(?:later|nothing): /.test(effect);
      if (!isRead) expect(readersOf(code!)).toEqual([]);
      if (effect.startsWith('later: ')) return expect(reader).toMatch(/[A-Z]+-\d{3}|GET \//);
      const path = /`(apps\/[\w/.-]+)`/.exec(reader)?.[1];
      expect(path && existsSync(new URL(path, root))).toBe(true);
      if (isRead) expect(readersOf(code!)).toContain(path);
    },
  );
});
