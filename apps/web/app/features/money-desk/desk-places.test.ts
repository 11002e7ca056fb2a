import type { CurrentUser } from '@klieg/contract';
import { expect, test } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { DESK_PLACES, deskPlaceOf, deskPlacesFor } from './desk-places.ts';

const placesOf = (user: Partial<CurrentUser['user']>) =>
  deskPlacesFor(currentUserFixture({ user }).user).map(({ to }) => to);

test('each page of the back office has a name of its own; that of an account is under users', () => {
  expect(new Set(DESK_PLACES.map(({ name }) => name.message ?? name.id)).size).toBe(DESK_PLACES.length);
  for (const place of DESK_PLACES) expect(deskPlaceOf(place.to)).toBe(place);
  expect(deskPlaceOf('/admin/users/7').to).toBe('/admin/users');
  expect(deskPlaceOf('/admin/orders/7').to).toBe('/admin/orders');
});

test('staff sees the tabs of what it may do', () => {
  expect(deskPlacesFor(undefined)).toEqual([]);
  expect(placesOf({})).toEqual([]);
  expect(placesOf({ user_roles: ['auditor'] })).toEqual(['/admin', '/admin/audit']);
  expect(placesOf({ user_roles: ['model_admin'] })).toEqual(['/admin/review']);
  expect(placesOf({ isAdmin: true })).toHaveLength(DESK_PLACES.length - 1);
  expect(placesOf({ isSuperAdmin: true })).toHaveLength(DESK_PLACES.length);
});
