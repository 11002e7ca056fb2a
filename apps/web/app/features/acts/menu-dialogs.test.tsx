import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { roomFixture } from '../../shared/room/room.fixture.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import MenuDialogs from './menu-dialogs.tsx';
import type { MenuPart } from './menu-state.ts';
import type { Menu } from './use-menu.ts';

const show = (isClosed: boolean) => {
  const menu: Menu = {
    open: { kind: 'all' },
    isClosed,
    close: () => {},
    showAll: () => {},
    choose: () => {},
  };
  const part = { items: [{ id: 'song', label: 'Song', tokens: 40 }], epoch: 'e', seq: 1, sales: 0 };
  const props = { menu, part, room: roomFixture() };
  renderPage(<MenuDialogs {...(props as unknown as SlotProps<MenuPart> & { menu: Menu })} />);
};
const WHY = 'It is on sale only during the public show.';

test('a menu that sells nothing now says when it does', () => {
  show(true);
  expect(screen.getByText(WHY)).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Song/u }).hasAttribute('disabled')).toBe(true);
});

test('one that sells says nothing of it', () => {
  show(false);
  expect(screen.queryByText(WHY)).toBeNull();
  expect(screen.getByRole('button', { name: /^Song/u }).hasAttribute('disabled')).toBe(false);
});
