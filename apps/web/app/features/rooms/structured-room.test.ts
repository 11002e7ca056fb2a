import { expect, test } from 'vitest';
import { roomFixture } from '#app/shared/room/room.fixture.ts';
import { shareImageOf, structuredRoom } from './structured-room.ts';

const open = { is_non_nude: false, custom: { hide_explicit: false } };
const user = {
  ...roomFixture().user,
  status: 'online' as const,
  profilePictureUrl: '/api/v1/thumb/anna.jpg?v=7',
  offlinePictureUrl: '/pictures/anna.jpg',
};
const room = { ...roomFixture({ user }), mode: 'public' as const };
room.userSetting = { ...room.userSetting, hasCamPassword: false };

test('a link to a room has its live still while everybody may watch, else the picture that she has chosen', () => {
  expect(shareImageOf(room, open)).toBe('/api/v1/thumb/anna.jpg?v=7&w=960');
  const chosen = '/pictures/anna.jpg';
  for (const mode of ['private', 'spy', 'limited'] as const)
    expect(shareImageOf({ ...room, mode }, open)).toBe(chosen);
  for (const status of ['private', 'limited', 'offline', 'standby'] as const)
    expect(shareImageOf({ ...room, user: { ...user, status } }, open)).toBe(chosen);
  expect(shareImageOf({ ...room, userSetting: { ...room.userSetting, hasCamPassword: true } }, open)).toBe(
    chosen,
  );
  expect(
    shareImageOf({ ...room, user: { ...user, status: 'offline', offlinePictureUrl: null } }, open),
  ).toBeNull();
});

test('a site that shows pictures blurred sends none along', () => {
  expect(shareImageOf(room, { ...open, is_non_nude: true })).toBeNull();
  expect(shareImageOf(room, { ...open, custom: { hide_explicit: true } })).toBeNull();
  expect(shareImageOf(room, undefined)).toBeNull();
});

test('a room is told as the profile of a person, or of a couple, with what the page shows and nothing else', () => {
  const facts = structuredRoom(
    { user: { ...user, gender: 'f', languages: ['english'] } },
    'https://klieg.example',
  );
  expect(facts).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: {
      '@type': 'Person',
      name: user.displayName,
      image: 'https://klieg.example/pictures/anna.jpg',
      knowsLanguage: ['english'],
    },
  });
  expect(JSON.stringify(facts)).not.toMatch(/birthDate|gender|nationality|ageRange/);
  const couple = structuredRoom({ user: { ...user, gender: 'c' } }, 'https://klieg.example');
  expect(couple['mainEntity']).toMatchObject({ '@type': 'PerformingGroup' });
  expect(JSON.stringify(couple)).not.toContain('knowsLanguage');
});
