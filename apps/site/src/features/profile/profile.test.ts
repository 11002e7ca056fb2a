import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';

const site = await useTestSite({ env: { BANNED_TERMS: 'forbidden words' } });
const keeper = await site.join({ roles: ['model_admin'] });
const save = (member: Member, body: object) => member.call('saveProfile', { body: body as never });
const profileOf = async (member: Member) => (await member.call('getProfile')).profile;
const bioOf = async ({ username }: Member) => (await site.visit()).call('getBio', { params: { username } });

const none = { amazon: null, bluesky: null, instagram: null, twitter: null };
const link = (url: string) => ({ url, handle: 'mara', username: 'mara', stream_icon: true });
/** Every field of the wire page (6.2). */
const whole = {
  display_name: 'Mara Lind',
  gender: 'f',
  locale: 'de',
  about: 'Two lines\nof words',
  languages: ['english', 'german'],
  tags: ['music', 'long-talks'],
  ethnicity: 'mixed',
  body: { hair: 'brown', eyes: 'green', build: 'athletic', height_cm: 172 },
  region: 'europe',
  country_code: 'PT',
  city: 'Lisbon',
  show_age: true,
  display_age: 29,
  turn_ons: 'Good jokes',
  schedule: [{ day: 1, from: '20:00', to: '23:30', tz: 'Europe/Lisbon' }],
  socialMedia: {
    ...none,
    bluesky: link('https://bsky.app/profile/mara'),
    twitter: link('https://x.com/mara'),
  },
  recording_language: 'english',
};

describe('a profile', () => {
  test('keeps every field, answers the person, and shows a model’s in the bio (IDENTITY-017) (SETTINGS-007)', async () => {
    const model = await site.join({ type: 'model' });
    const { gender: _gender, ...fields } = whole;
    const { user } = await save(model, fields);
    expect(user).toMatchObject({ id: model.id, display_name: 'Mara Lind', tags: whole.tags });
    expect(await model.call('getProfile')).toEqual({
      profile: { ...whole, gender: (await model.call('getCurrentUser')).user.gender },
      pending: {},
    });
    const current = await model.call('getCurrentUser');
    expect(current.settings.locale).toBe('de');
    expect(current.socialMedia).toEqual(whole.socialMedia);
    expect(await bioOf(model)).toMatchObject({
      about: whole.about,
      languages: whole.languages,
      ethnicity: 'mixed',
      body: whole.body,
      region: 'europe',
      country_code: 'PT',
      city: 'Lisbon',
      turn_ons: 'Good jokes',
      schedule: whole.schedule,
      socialMedia: whole.socialMedia,
      tags: whole.tags,
    });
  });

  test('is changed field by field, and what is not named stays', async () => {
    const model = await site.join({ type: 'model' });
    await save(model, { city: 'Porto', socialMedia: whole.socialMedia });
    await save(model, { turn_ons: 'Jokes' });
    await Promise.all([save(model, { city: 'Faro' }), save(model, { ethnicity: 'latin' })]);
    expect(await profileOf(model)).toMatchObject({
      city: 'Faro',
      turn_ons: 'Jokes',
      ethnicity: 'latin',
      socialMedia: whole.socialMedia,
    });
    await save(model, { socialMedia: none, body: null });
    expect((await bioOf(model)).socialMedia).toEqual(none);
  });

  test('shows the age that was chosen, the one by the date of birth, or none', async () => {
    const model = await site.join({ type: 'model' });
    const shown = async () =>
      (await (await site.visit()).call('getRoom', { params: { username: model.username } })).user.age;
    const real = await shown();
    expect(real).toBeGreaterThanOrEqual(18);
    await save(model, { display_age: 33 });
    expect(await shown()).toBe(33);
    await save(model, { show_age: false });
    expect(await shown()).toBeNull();
    await save(model, { show_age: true, display_age: null });
    expect(await shown()).toBe(real);
  });

  test.each([
    [{ email: 'x@example.org' }],
    [{ type: 'model' }],
    [{ user_roles: ['site_mod'] }],
    [{ membership: 'vip' }],
    [{}],
    [{ display_name: '' }],
    [{ display_name: '  ' }],
    [{ display_name: 'x'.repeat(41) }],
    [{ about: 'x'.repeat(2_001) }],
    [{ languages: [] }],
    [{ languages: ['english', 'english'] }],
    [{ tags: Array.from({ length: 21 }, (_one, at) => `tag${at}`) }],
    [{ display_age: 17 }],
    [{ body: { ...whole.body, height_cm: 99 } }],
    [{ country_code: 'XX' }],
    [{ schedule: [{ day: 7, from: '20:00', to: '23:00', tz: 'UTC' }] }],
    [{ schedule: [{ day: 1, from: '20:00', to: '23:00', tz: 'Mars/Base' }] }],
    [{ socialMedia: { ...none, twitter: link('http://x.com/mara') } }],
    [{ socialMedia: { ...none, twitter: link('https://x.com.evil.example/mara') } }],
    [{ socialMedia: { ...none, twitter: link('https://user@x.com/mara') } }],
    [{ socialMedia: { ...none, instagram: link('https://bsky.app/profile/mara') } }],
    [{ socialMedia: { ...none, amazon: link('javascript:alert(1)') } }],
  ])('%o is refused and nothing changes', async (body) => {
    const model = await site.join({ type: 'model' });
    const before = await profileOf(model);
    expect(await codeOf(save(model, body))).toBe('common.invalid_input');
    expect(await profileOf(model)).toEqual(before);
  });

  test('of a viewer has a name, a gender and a language; the rest belongs to models (settings.not_allowed)', async () => {
    const viewer = await site.join();
    await save(viewer, { display_name: 'otter  lamp', gender: 'm', locale: 'fr' });
    expect(await profileOf(viewer)).toMatchObject({ display_name: 'otter lamp', gender: 'm', locale: 'fr' });
    expect(await codeOf(save(viewer, { about: 'Hello' }))).toBe('settings.not_allowed');
  });

  test('keeps the gender of a model whose papers were approved, and no other’s', async () => {
    const approved = await site.join({ type: 'model' });
    const newcomer = await site.join({ type: 'model', isApproved: false });
    const { gender } = await profileOf(approved);
    expect(await codeOf(save(approved, { gender: gender === 'm' ? 'f' : 'm' }))).toBe('settings.not_allowed');
    expect(await codeOf(save(approved, { gender }))).toBe('not refused');
    expect(await codeOf(save(newcomer, { gender: 'm' }))).toBe('not refused');
  });

  test.each(['Klieg Support', 'ADMIN', 'staff', 'guest_1234', 'Moderator 2'])(
    '%s pretends to be the house (identity.display_name_refused)',
    async (name) => {
      const viewer = await site.join();
      expect(await codeOf(save(viewer, { display_name: name }))).toBe('identity.display_name_refused');
    },
  );
});

describe('a text with a banned term', () => {
  const waiting = async () => (await keeper.call('listReviews', { query: { kind: 'profile' } })).items;

  test('waits for staff while the rest counts; approved, it is shown', async () => {
    const model = await site.join({ type: 'model' });
    await save(model, { about: 'Some forbidden, WORDS', city: 'Porto', tags: ['music'] });
    const { profile, pending } = await model.call('getProfile');
    expect(profile).toMatchObject({ about: '', city: 'Porto', tags: ['music'] });
    expect(pending).toEqual({ about: 'Some forbidden, WORDS' });
    expect(await codeOf(save(model, { display_name: 'forbidden words' }))).toBe('compliance.under_review');
    expect(await codeOf(save(model, { display_name: 'Mara' }))).toBe('not refused');
    const [review] = await waiting();
    expect(review).toMatchObject({
      user: { username: model.username },
      payload: { fields: [{ field: 'about', current: '', wanted: 'Some forbidden, WORDS' }] },
    });
    await keeper.call('decideReview', { params: { id: review!.id }, body: { decision: 'approve' } });
    expect(await model.call('getProfile')).toMatchObject({
      profile: { about: 'Some forbidden, WORDS', display_name: 'Mara' },
      pending: {},
    });
    // Once it is shown it does not wait again.
    expect(await codeOf(save(model, { about: 'Some forbidden, WORDS', city: 'Faro' }))).toBe('not refused');
    expect(await waiting()).toEqual([]);
  });

  test('is given up for newer words of the same field, which no later approval takes away', async () => {
    const model = await site.join({ type: 'model' });
    await save(model, { about: 'Some forbidden words', display_name: 'forbidden words' });
    const [old] = await waiting();
    await save(model, { about: 'Some kind words' });
    const decide = (id: string) =>
      codeOf(keeper.call('decideReview', { params: { id }, body: { decision: 'approve' } }));
    expect(await decide(old!.id)).toBe('moderation.stale');
    expect((await model.call('getProfile')).pending).toEqual({ display_name: 'forbidden words' });
    const [still] = await waiting();
    expect(await decide(still!.id)).toBe('not refused');
    expect(await profileOf(model)).toMatchObject({
      about: 'Some kind words',
      display_name: 'forbidden words',
    });
    await save(model, { display_name: 'Mara' });
    await save(model, { about: 'forbidden words again' });
    await save(model, { about: '' });
    expect([await waiting(), (await model.call('getProfile')).pending]).toEqual([[], {}]);
  });

  test('is given up when staff rejects it, of two such changes at once one waits, and a viewer’s name waits too', async () => {
    const viewer = await site.join();
    const answers = await Promise.all(
      ['forbidden words', 'more forbidden words'].map((display_name) =>
        codeOf(save(viewer, { display_name })),
      ),
    );
    expect(answers.toSorted()).toEqual(['compliance.under_review', 'not refused']);
    const [review] = await waiting();
    await keeper.call('decideReview', {
      params: { id: review!.id },
      body: { decision: 'reject', reason_code: 'not_allowed', note: 'Please choose another name.' },
    });
    const { profile, pending } = await viewer.call('getProfile');
    expect([profile.display_name.includes('forbidden'), pending]).toEqual([false, {}]);
    expect((await viewer.call('listNotifications', { query: {} })).items[0]).toMatchObject({
      title: 'Your profile change was not accepted',
      body: 'Please choose another name.',
    });
  });
});

test('places have a code and a name: countries, the states of the United States, the provinces of Canada (IDENTITY-028)', async () => {
  const lists = await (await site.visit()).call('getGeoLists');
  expect(lists.canada_provinces).toHaveLength(13);
  expect(lists.us_states).toHaveLength(51);
  expect(lists.countries.length).toBeGreaterThan(240);
  expect(lists.canada_provinces).toContainEqual({ code: 'ON', name: 'Ontario' });
  expect(lists.us_states).toContainEqual({ code: 'FL', name: 'Florida' });
  expect(lists.countries).toContainEqual({ code: 'PT', name: 'Portugal' });
  for (const place of Object.values(lists).flat()) expect(place.name).not.toBe(place.code);
  const names = lists.countries.map(({ name }) => name);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
});

test('what waits of somebody is counted: things in review, a card that is checked, partners that show the room (SETTINGS-005) (SETTINGS-028)', async () => {
  const viewer = await site.join();
  const model = await site.join({ type: 'model' });
  const read = (member: Member) => member.call('getPending', { query: { ssr: '1' } });
  const nothing = {
    aj_media_rejected: 0,
    cc_verification: { state: 'none' },
    custom_media: 0,
    dickrating_requests: 0,
    snapchat_sale: 0,
    streaming_partners: { state: 'none' },
  };
  expect(await read(viewer)).toEqual(nothing);
  await save(model, { about: 'forbidden words' });
  await model.call('saveSettings', { body: { streaming_partners_enabled: false } });
  expect(await read(model)).toEqual({ ...nothing, custom_media: 1 });
  await model.call('saveSettings', { body: { streaming_partners_enabled: true } });
  expect(await read(model)).toMatchObject({ streaming_partners: { state: 'approved' } });
  const states = [];
  for (const status of ['pending', 'rejected', 'expired', 'approved']) {
    await sql`update accounts set compliance_status = ${status} where id = ${viewer.id}`.execute(
      site.database.kysely,
    );
    states.push((await read(viewer)).cc_verification.state);
  }
  expect(states).toEqual(['pending', 'failed', 'failed', 'none']);
  expect(await codeOf((await site.visit()).call('getPending', { query: {} }))).toBe('common.unauthenticated');
});
