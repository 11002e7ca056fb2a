import { expect, test } from 'vitest';
import { modPlacesFor } from './mod-places.ts';

const userWith = (more: object) =>
  ({ isAdmin: false, isSuperAdmin: false, user_roles: [], ...more }) as unknown as Parameters<
    typeof modPlacesFor
  >[0];
const placesOf = (more: object) => modPlacesFor(userWith(more)).map(({ to }) => to);

test('each tab is there for those who may make its calls, and for nobody else', () => {
  expect(placesOf({ user_roles: ['site_mod'] })).toEqual([
    '/mod',
    '/mod/live',
    '/mod/complaints',
    '/mod/appeals',
    '/mod/sanctions',
  ]);
  expect(placesOf({ user_roles: ['model_admin'] })).toEqual([
    '/mod/live',
    '/mod/review',
    '/mod/terms',
    '/mod/records',
  ]);
  expect(placesOf({ isAdmin: true })).toHaveLength(8);
  expect(placesOf({ isSuperAdmin: true })).toHaveLength(8);
  expect(placesOf({ user_roles: ['auditor'] })).toEqual([]);
  expect(modPlacesFor(undefined)).toEqual([]);
});
