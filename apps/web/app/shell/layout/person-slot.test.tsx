import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { closeModal, modalStore } from '../../shared/modal/modal-store.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { PersonSlot } from './person-slot.tsx';

afterEach(() => closeModal());

test('the ways in stand in the first HTML: pages before the code is there, dialogs after', () => {
  renderPage(<PersonSlot />);
  const [logIn, join] = ['Log in', 'Join free'].map((name) =>
    screen.getByRole<HTMLButtonElement>('button', { name }),
  );
  expect([logIn, join].map((button) => [button!.type, button!.form!.getAttribute('action')])).toEqual([
    ['submit', '/login'],
    ['submit', '/register'],
  ]);
  fireEvent.click(join!);
  expect(modalStore.get()?.key).toBe('signup');
});
