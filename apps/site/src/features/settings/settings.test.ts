import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, useTestSite } from '../../app/testing-site.ts';

const site = await useTestSite();

describe('settings', () => {
  test('are changed one by one, answered whole and told to every page (SETTINGS-003) (SETTINGS-006) (SETTINGS-012) (SETTINGS-015)', async () => {
    const member = await site.join();
    const lobby = await member.openLobby();
    const answer = await member.call('saveSettings', {
      body: { font_size: '14px', volume_tip: 0, dark_mode_enabled: true },
    });
    expect(answer.settings).toMatchObject({
      font_size: '14px',
      volume_tip: 0,
      dark_mode_enabled: true,
      text_color: '#333333',
    });
    expect(answer).toMatchObject({ status: 1, blocked_countries: [], blocked_states: [] });
    const update = await lobby.waitFor(
      'v3.user.settings',
      (payload) => payload.settings['font_size'] === '14px' && Object.keys(payload.settings).length === 3,
    );
    expect(update.settings).toEqual({ font_size: '14px', volume_tip: 0, dark_mode_enabled: true });
    expect((await member.call('getCurrentUser')).settings.volume_tip).toBe(0);
  });

  test('toggles are YES and NO however they were sent (SETTINGS-036)', async () => {
    const member = await site.join();
    expect(
      (await member.call('saveSettings', { body: { chat_emoticons: false } })).settings.chat_emoticons,
    ).toBe('NO');
    expect(
      (await member.call('saveSettings', { body: { chat_emoticons: 'YES' } })).settings.chat_emoticons,
    ).toBe('YES');
  });

  test('every toggle of the five is YES or NO, however it was sent (SETTINGS-036)', async () => {
    const model = await site.join({ type: 'model' });
    const toggles = [
      'chat_emoticons',
      'hide_linked_accounts',
      'sell_snapchat',
      'show_home',
      'video_player_floating_enabled',
    ] as const;
    for (const [sent, kept] of [
      [true, 'YES'],
      [false, 'NO'],
      ['YES', 'YES'],
      ['NO', 'NO'],
    ] as const) {
      const body = Object.fromEntries(toggles.map((key) => [key, sent]));
      const { settings } = await model.call('saveSettings', { body });
      for (const key of toggles) expect([key, settings[key]]).toEqual([key, kept]);
    }
  });

  test('of Twitter say by themselves whether the name can be one (SETTINGS-021)', async () => {
    const model = await site.join({ type: 'model' });
    const set = async (username: string) =>
      (
        await model.call('saveSettings', {
          body: { twitter: { is_enabled: true, is_valid: true, username } },
        })
      ).settings.twitter;
    expect(await set('mara_l')).toEqual({ is_enabled: true, is_valid: true, username: 'mara_l' });
    expect(await set('mara l')).toEqual({ is_enabled: true, is_valid: false, username: 'mara l' });
  });

  test('of Snapchat are what the room offers, once there is a name to sell (SETTINGS-022) (SETTINGS-024)', async () => {
    const model = await site.join({ type: 'model' });
    const offered = async () =>
      (await (await site.visit()).call('getRoom', { params: { username: model.username } })).userSetting
        .snapchat;
    expect(await offered()).toEqual({ sell_snapchat: 'NO', duration: '1M', price: 250 });
    await model.call('saveSettings', {
      body: { sell_snapchat: true, snapchat_duration: 'FOREVER', snapchat_price: 900 },
    });
    expect(await offered()).toEqual({ sell_snapchat: 'NO', duration: 'FOREVER', price: 900 });
    await model.call('saveSettings', { body: { snapchat_username: 'mara.l' } });
    expect(await offered()).toEqual({ sell_snapchat: 'YES', duration: 'FOREVER', price: 900 });
  });

  test('show of a phone number the last three digits, to its owner too, and what was read changes nothing', async () => {
    const member = await site.join();
    const lobby = await member.openLobby();
    const set = async (user_phone_number: string | null) =>
      (await member.call('saveSettings', { body: { user_phone_number } })).settings.user_phone_number;
    const kept = async () =>
      (
        await sql<{ number: string; confirmed_at: Date | null }>`
          select number, confirmed_at from account_phones where account_id = ${member.id}`.execute(
          site.database.kysely,
        )
      ).rows[0];
    expect(await set('+351912345678')).toBe('…678');
    await lobby.waitFor('v3.user.settings', ({ settings }) => settings['user_phone_number'] === '…678');
    expect((await member.call('getCurrentUser')).settings.user_phone_number).toBe('…678');
    await sql`update account_phones set confirmed_at = now() where account_id = ${member.id}`.execute(
      site.database.kysely,
    );
    expect(await set('…999')).toBe('…678');
    expect(await kept()).toMatchObject({ number: '+351912345678', confirmed_at: expect.any(Date) });
    // Another number has to be confirmed anew.
    expect(await set('+351912345111')).toBe('…111');
    expect(await kept()).toEqual({ number: '+351912345111', confirmed_at: null });
    expect(await set(null)).toBeNull();
    expect(await kept()).toBeUndefined();
  });

  test('of models are not a viewer’s to write (settings.not_allowed)', async () => {
    const viewer = await site.join();
    expect(await codeOf(viewer.call('saveSettings', { body: { private_cost: 60 } }))).toBe(
      'settings.not_allowed',
    );
  });

  test('an exclusive may not cost less than the private, and follows one that is dearer', async () => {
    const model = await site.join({ type: 'model', settings: { private_cost: 60, exclusive_cost: 60 } });
    const save = (body: object) => codeOf(model.call('saveSettings', { body } as never));
    expect(await save({ exclusive_cost: 42 })).toBe('settings.price_not_allowed');
    expect(await save({ private_cost: 90 })).toBe('not refused');
    const room = await model.call('getRoom', { params: { username: model.username } });
    expect(room.userSetting).toMatchObject({ private_cost: 90, exclusive_cost: 90 });
    expect(await save({ exclusive_cost: 120 })).toBe('not refused');
  });

  test('a spy may not cost more than the private (settings.price_not_allowed)', async () => {
    const model = await site.join({ type: 'model' });
    expect(await codeOf(model.call('saveSettings', { body: { private_cost: 12, spy_cost: 30 } }))).toBe(
      'settings.price_not_allowed',
    );
    expect(await codeOf(model.call('saveSettings', { body: { private_cost: 60, spy_cost: 30 } }))).toBe(
      'not refused',
    );
  });

  test('two prices at once cannot make what neither may alone', async () => {
    const model = await site.join({ type: 'model' });
    for (let round = 0; round < 5; round++) {
      await model.call('saveSettings', { body: { private_cost: 60, spy_cost: 6 } });
      const saves = [{ private_cost: 6 }, { spy_cost: 30 as const }].map((body) =>
        codeOf(model.call('saveSettings', { body })),
      );
      const answers = await Promise.all(saves);
      expect(answers.toSorted()).toEqual(['not refused', 'settings.price_not_allowed']);
    }
  });

  test('of two daily limits at once the one that is shown is the one that counts', async () => {
    const member = await site.join();
    for (let round = 0; round < 5; round++) {
      await Promise.all(
        [5, 500_000].map((daily_limit) => member.call('saveSettings', { body: { daily_limit } })),
      );
      const { settings } = await member.call('getCurrentUser');
      expect((await member.call('getDailyLimit')).daily_limit).toBe(settings.daily_limit);
    }
  });

  test('a lower limit of spending counts at once, a higher one after 24 hours, by either call (BILLING-021)', async () => {
    const member = await site.join();
    const set = (daily_limit: number) => member.call('setDailyLimit', { body: { daily_limit } });
    const limit = async () => {
      const { daily_limit: counts, pending } = await member.call('getDailyLimit');
      return { counts, raised: pending?.daily_limit ?? null };
    };
    const hoursOn = async (hours: number) => {
      await sql`update daily_limit_raises set due_at = due_at - make_interval(hours => ${hours})
        where account_id = ${member.id}`.execute(site.database.kysely);
      await site.site.doChores();
    };
    expect(await set(50)).toEqual({ status: 1, daily_limit: 50, pending: null });
    const raised = await set(200);
    expect(raised).toMatchObject({ daily_limit: 50, pending: { daily_limit: 200 } });
    const waitMs = Date.parse(raised.pending!.from) - Date.now();
    expect(waitMs).toBeGreaterThan(23 * 3_600_000);
    expect(waitMs).toBeLessThanOrEqual(24 * 3_600_000);
    // The same again does not begin anew.
    expect((await set(200)).pending).toEqual(raised.pending);
    await hoursOn(23);
    expect(await limit()).toEqual({ counts: 50, raised: 200 });
    await hoursOn(1);
    expect(await limit()).toEqual({ counts: 200, raised: null });
    expect((await member.call('getCurrentUser')).settings.daily_limit).toBe(200);

    // No limit is the highest; a lower one takes back what waits.
    await member.call('saveSettings', { body: { daily_limit: 0, volume_tip: 1 } });
    expect(await limit()).toEqual({ counts: 200, raised: 0 });
    expect((await member.call('getCurrentUser')).settings).toMatchObject({ daily_limit: 200, volume_tip: 1 });
    await set(100);
    expect(await limit()).toEqual({ counts: 100, raised: null });
    await hoursOn(25);
    expect(await limit()).toEqual({ counts: 100, raised: null });
  });

  test('a limit is not raised while papers were refused (billing.verify_first)', async () => {
    const member = await site.join();
    const set = (daily_limit: number) => codeOf(member.call('setDailyLimit', { body: { daily_limit } }));
    expect(await set(50)).toBe('not refused');
    await sql`update accounts set compliance_status = 'rejected' where id = ${member.id}`.execute(
      site.database.kysely,
    );
    expect(await member.call('getDailyLimit')).toMatchObject({ can_raise: false, raise_needs: 'verify' });
    expect(await set(60)).toBe('billing.verify_first');
    expect(await codeOf(member.call('saveSettings', { body: { daily_limit: 60 } }))).toBe(
      'billing.verify_first',
    );
    expect(await set(40)).toBe('not refused');
  });

  test('are changed also while the kept prices of a model disagree', async () => {
    const model = await site.join({ type: 'model', settings: { private_cost: 12, spy_cost: 30 } });
    const save = (body: object) => codeOf(model.call('saveSettings', { body }));
    expect(await save({ volume_tip: 0 })).toBe('not refused');
    expect(await save({ private_cost: 18 })).toBe('settings.price_not_allowed');
    expect(await save({ spy_cost: 6 })).toBe('not refused');
  });

  test.each([
    [{ font_size: '12px' }],
    [{ text_color: 'red' }],
    [{ volume_tip: 101 }],
    [{ daily_limit: -1 }],
    [{ featured_show_notification: 'web,email' }],
    [{ isAdmin: true }],
    [{ can_change_username: true }],
    [{}],
  ])('%o is refused and nothing changes', async (body) => {
    const member = await site.join();
    const before = (await member.call('getCurrentUser')).settings;
    expect(await codeOf(member.call('saveSettings', { body: body as never }))).toBe('common.invalid_input');
    expect((await member.call('getCurrentUser')).settings).toEqual(before);
  });
});
