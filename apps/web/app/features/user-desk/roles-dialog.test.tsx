import type { AdminUserWhole } from '@klieg/contract';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { stubServer } from '../../shared/testing/stub-server.ts';
import { RolesDialog } from './roles-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const user = (its: Partial<AdminUserWhole>) =>
  ({
    ...currentUserFixture().user,
    id: 7,
    user_roles: [],
    is_featured: false,
    can_change_username: false,
    max_linked_accounts: 5,
    ...its,
  }) as unknown as AdminUserWhole;
const open = (its: Partial<AdminUserWhole>) => {
  const done = { onSaved: vi.fn(), onClose: vi.fn() };
  renderPage(<RolesDialog user={user(its)} {...done} />);
  return done;
};
const FEATURED = 'Featured on the home page';

test('performers can be featured, viewers cannot (BROWSE-013) (HOME-015)', async () => {
  const sent = stubServer({ 'POST /admin/users/7': { status: 1, user: user({ type: 'model' }) } });
  const { onSaved } = open({ type: 'model' });
  fireEvent.click(screen.getByRole('switch', { name: FEATURED }));
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })));
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent).toMatchObject([{ call: 'POST /admin/users/7', body: { is_featured: true } }]);
  cleanup();
  open({ type: 'other' });
  expect(screen.queryByRole('switch', { name: FEATURED })).toBeNull();
});
