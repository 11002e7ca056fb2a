import { expect, test } from 'vitest';
import routes from '../routes.ts';
import { loader as account } from './account.ts';
import { loader as media } from './media.ts';
import { loader as modelDesk } from './model-desk.ts';

test.each([
  ['account', account, '/account/tokens'],
  ['media', media, '/media/videos'],
  ['model-desk', modelDesk, '/model-desk/media'],
])('/%s, the beginning of other addresses, leads to the first of them', (address, loader, first) => {
  const all = JSON.stringify(routes);
  expect(all).toContain(`"path":"${address}"`);
  let thrown: unknown;
  try {
    loader();
  } catch (error) {
    thrown = error;
  }
  expect((thrown as Response).status).toBe(302);
  expect((thrown as Response).headers.get('location')).toBe(first);
});
