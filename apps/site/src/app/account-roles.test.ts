import { type UserRole, userRole } from '@klieg/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from './testing-site.ts';

// What an account may be beside its type: every kind and code of docs/roles.md.
const site = await useTestSite();
const run = (query: ReturnType<typeof sql>) => query.execute(site.database.kysely);
const me = async (member: Member) => (await member.call('getCurrentUser')).user;
const roomOf = (viewer: Pick<Member, 'call'>, model: Member) =>
  viewer.call('getRoom', { params: { username: model.username } });

const KINDS = [
  ['admin', 'is_admin', { isAdmin: true, isSuperAdmin: false }],
  ['super admin', 'is_super_admin', { isAdmin: true, isSuperAdmin: true }],
  ['studio owner', 'is_studio_owner', { is_studio_owner: true }],
  ['substudio manager', 'is_substudio_manager', { is_substudio_manager: true }],
  ['studio pay', 'is_studio_pay', { is_studio_pay: true }],
  ['direct pay', 'is_direct_pay', { is_direct_pay: true }],
] as const;
const NOTHING = {
  isAdmin: false,
  isSuperAdmin: false,
  is_studio_owner: false,
  is_substudio_manager: false,
  is_studio_pay: false,
  is_direct_pay: false,
};

describe('kinds of accounts', () => {
  test.each(KINDS)(
    '%s is a kind of its own, told to the person alone (MODERATION-ROLES-013)',
    async (_kind, column, told) => {
      const member = await site.join();
      expect(await me(member)).toMatchObject({ ...NOTHING, type: 'other' });
      await run(sql`update accounts set ${sql.ref(column)} = true where id = ${member.id}`);
      expect(await me(member)).toMatchObject({ ...NOTHING, ...told });
    },
  );

  test.each([
    ['is_admin', true],
    ['is_super_admin', true],
    ['is_studio_owner', false],
    ['is_substudio_manager', false],
    ['is_studio_pay', false],
    ['is_direct_pay', false],
  ])('%s: administers every room: %s (MODERATION-ROLES-013) (MODERATION-ROLES-019)', async (column, may) => {
    const model = await site.join({ type: 'model' });
    const member = await site.join();
    await run(sql`update accounts set ${sql.ref(column)} = true where id = ${member.id}`);
    const { viewer } = await roomOf(member, model);
    expect([viewer.can_administer, viewer.can_moderate]).toEqual([may, may]);
  });

  test('the site of this edition has no owner but the house, and says so (MODERATION-ROLES-013)', async () => {
    const { site: brand } = await (await site.join()).call('getSiteConfig');
    expect(brand).toMatchObject({ is_whitelabel: false, owner_webmaster_username: null });
  });
});

describe('codes of user_roles', () => {
  test('are all kept and told to the person, but for the mark of fraud, which staff alone know (MODERATION-ROLES-005) (MODERATION-ROLES-008)', async () => {
    const known = userRole.options.filter((role) => !['site_mod', 'model_admin'].includes(role));
    const member = await site.join({ roles: known });
    expect((await me(member)).user_roles).toEqual(known.filter((role) => role !== 'high_model_fraud'));
    const staff = await site.join({ roles: userRole.options });
    expect((await me(staff)).user_roles).toEqual(userRole.options);
  });

  test('are a closed list: the database takes no other code (MODERATION-ROLES-005)', async () => {
    const member = await site.join();
    for (const wrong of ['Dick Ratings', 'SITE_MOD', 'lovense tester', 'owner'])
      await expect(
        run(sql`update accounts set user_roles = ${[wrong]} where id = ${member.id}`),
      ).rejects.toThrow('accounts_user_roles');
  });

  test('cannot be given by the person (MODERATION-ROLES-008)', async () => {
    const member = await site.join();
    const body = { user_roles: ['site_mod'] } as never;
    expect(await codeOf(member.call('saveSettings', { body }))).toBe('common.invalid_input');
    expect((await me(member)).user_roles).toEqual([]);
  });

  test('flag the room of their model: DVR and VR to everybody, fraud to staff alone (MODERATION-ROLES-007) (MODERATION-ROLES-008)', async () => {
    const roles: readonly UserRole[] = ['dvr', 'vr', 'high_model_fraud', 'pps_program'];
    const model = await site.join({ type: 'model', roles });
    const staff = await site.join({ roles: ['site_mod'] });
    for (const viewer of [await site.visit(), await site.join(), model]) {
      const { user } = await roomOf(viewer, model);
      expect(user.roleList).toEqual(['DVR', 'VR']);
      expect(user.flagList).toEqual(['vr', 'dvr']);
    }
    expect((await roomOf(staff, model)).user.roleList).toEqual(['DVR', 'VR', 'HIGH_MODEL_FRAUD']);
    const { userList } = await staff.call('browseHome', { query: {} });
    const card = userList.find(({ username }) => username === model.username);
    expect(card?.flagList).toEqual(expect.arrayContaining(['vr', 'dvr']));
  });

  test('of a viewer flag no room and no card of other rooms (MODERATION-ROLES-007)', async () => {
    const model = await site.join({ type: 'model' });
    const viewer = await site.join({ roles: ['dvr', 'vr', 'high_model_fraud'] });
    expect((await roomOf(viewer, model)).user.roleList).toEqual([]);
  });
});
