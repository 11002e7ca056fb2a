import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { closeModal, modalStore } from '../../shared/modal/modal-store.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { AskPrivateLink } from './ask-private-link.tsx';

type Router = ReturnType<typeof createMemoryRouter>;

afterEach(() => {
  cleanup();
  closeModal();
});

const become = (current?: Parameters<typeof currentUserFixture>[0]) =>
  act(() =>
    meStore.dispatch({
      type: 'loaded',
      current: currentUserFixture(current ?? { user: { id: 0, username: 'guest_1' } }),
    }),
  );
const press = (): Router => {
  const { router } = renderPage(<AskPrivateLink username="marlowe_vance" />, '/marlowe_vance/bio');
  fireEvent.click(screen.getByRole('link', { name: 'Ask for a private' }));
  return router;
};

test('a member who asks for a private elsewhere comes to the room with that question', () => {
  become({});
  const { location } = press().state;
  expect(location.pathname + location.hash).toBe('/marlowe_vance#private');
});

test('a guest joins first and stays where they are; performers are not asked to ask themselves', () => {
  become();
  expect(press().state.location.pathname).toBe('/marlowe_vance/bio');
  expect(modalStore.get()).toEqual({ key: 'signup', props: { reason: 'private' } });
  cleanup();
  become({ user: { username: 'marlowe_vance' } });
  renderPage(<AskPrivateLink username="marlowe_vance" />);
  expect(screen.queryByRole('link')).toBeNull();
});
