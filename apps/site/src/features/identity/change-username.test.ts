import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, type JoinOptions, type Member, TEST_PASSWORD, useTestSite } from '../../app/testing-site.ts';

const site = await useTestSite();
const kysely = site.database.kysely;

let count = 0;
const newName = () => `renamed_${++count}`;
const mayChange = (options: JoinOptions = {}) =>
  site.join({ ...options, settings: { can_change_username: true } });
const change = (member: Member, username: string) => member.call('changeUsername', { body: { username } });

describe('another username', () => {
  test('is taken once while the setting allows it; one logs in by it from then on', async () => {
    const member = await mayChange();
    const name = newName();
    expect((await change(member, name)).user).toEqual({ id: member.id, username: name });
    const { user, settings } = await member.call('getCurrentUser');
    expect([user.username, user.display_name, settings.can_change_username]).toEqual([name, name, false]);
    expect(await codeOf(change(member, newName()))).toBe('identity.change_not_allowed');
    const visitor = await site.visit();
    const login = (username: string) =>
      codeOf(visitor.call('login', { body: { login: username, password: TEST_PASSWORD } }));
    expect(await login(member.username)).toBe('identity.bad_credentials');
    expect(await login(name)).toBe('not refused');
  });

  test('is refused where it is not allowed, taken, or no name for anybody', async () => {
    const [member, other] = [await mayChange(), await site.join()];
    expect(await codeOf(change(other, newName()))).toBe('identity.change_not_allowed');
    expect(await codeOf(change(member, other.username))).toBe('identity.username_taken');
    for (const refused of ['admin', 'guest_anna'])
      expect(await codeOf(change(member, refused))).toBe('identity.username_refused');
    expect(await codeOf(change(member, member.username))).toBe('identity.change_not_allowed');
    // None of it has used up the one change.
    expect(await codeOf(change(member, newName()))).toBe('not refused');
  });

  test('of two who want it at the same moment one has it; of two changes of one account one is made', async () => {
    const both = [await mayChange(), await mayChange()];
    const name = newName();
    const codes = await Promise.all(both.map((member) => codeOf(change(member, name))));
    expect(codes.toSorted()).toEqual(['identity.username_taken', 'not refused']);
    const twice = await mayChange();
    const own = await Promise.all([newName(), newName()].map((wanted) => codeOf(change(twice, wanted))));
    expect(own.toSorted()).toEqual(['identity.change_not_allowed', 'not refused']);
  });

  test('has every open page of the account load anew, still logged in', async () => {
    const member = await mayChange();
    const lobby = await member.openLobby();
    await change(member, newName());
    await lobby.waitFor('v3.logout');
    expect((await member.call('getCurrentUser')).user.id).toBe(member.id);
  });

  test('waits until a performer is no longer live (identity.change_not_allowed)', async () => {
    const model = await mayChange({ type: 'model' });
    const setStatus = (status: string) =>
      sql`update rooms set status = ${status} where account_id = ${model.id}`.execute(kysely);
    await sql`insert into rooms (account_id) values (${model.id}) on conflict do nothing`.execute(kysely);
    await setStatus('online');
    expect(await codeOf(change(model, newName()))).toBe('identity.change_not_allowed');
    await setStatus('offline');
    expect(await codeOf(change(model, newName()))).toBe('not refused');
  });
});

describe('a former username', () => {
  test('leads to the room under its new name, for whoever may know of the room (rooms.moved)', async () => {
    const model = await mayChange({ type: 'model' });
    const name = newName();
    await change(model, name);
    const visitor = await site.visit();
    const ask = () => visitor.call('getRoom', { params: { username: model.username.toUpperCase() } });
    await expect(ask()).rejects.toMatchObject({ body: { code: 'rooms.moved', params: { username: name } } });
    await sql`update former_usernames set reserved_until = now() - interval '1 second' where account_id = ${model.id}`.execute(
      kysely,
    );
    expect(await codeOf(ask())).toBe('rooms.not_found');
    // A viewer has no room that anything could lead to.
    const viewer = await mayChange();
    await change(viewer, newName());
    expect(await codeOf(visitor.call('getRoom', { params: { username: viewer.username } }))).toBe(
      'rooms.not_found',
    );
  });

  test('is nobody else’s for ninety days, and its owner may have it back', async () => {
    const [member, other] = [await mayChange(), await mayChange()];
    await change(member, newName());
    const isFree = async () =>
      (await other.call('isUsernameAvailable', { query: { username: member.username } })).available;
    expect(await isFree()).toBe(false);
    expect(await codeOf(change(other, member.username))).toBe('identity.username_taken');
    expect(await codeOf(site.join({ username: member.username, byForm: true }))).toBe(
      'identity.username_taken',
    );
    const { rows } = await sql<{ days: number }>`
      select round(extract(epoch from reserved_until - now()) / 86400)::int as days
      from former_usernames where username = ${member.username}`.execute(kysely);
    expect(rows).toEqual([{ days: 90 }]);
    await sql`update accounts set settings = settings || '{"can_change_username": true}'
      where id = ${member.id}`.execute(kysely);
    expect(await codeOf(change(member, member.username))).toBe('not refused');
    await sql`update former_usernames set reserved_until = now() - interval '1 second' where account_id = ${member.id}`.execute(
      kysely,
    );
    expect(await isFree()).toBe(false);
  });
});
