import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderUi } from '../testing/render-ui.tsx';
import { DateOfBirth } from './date-of-birth.tsx';
import { Dialog } from './dialog.tsx';

afterEach(cleanup);

const now = new Date(2026, 10, 20);
const open = (name: RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const pick = (name: string) =>
  fireEvent.click(within(screen.getByRole('listbox')).getByRole('option', { name }));

test('nothing is reported before all three parts are chosen, then each change is (IDENTITY-037)', () => {
  const onSelect = vi.fn();
  renderUi(<DateOfBirth label="Date of birth" onSelect={onSelect} now={now} />);
  open(/^Day/u);
  pick('29');
  pick('February');
  expect(onSelect).not.toHaveBeenCalled();
  pick('1996');
  expect(onSelect).toHaveBeenLastCalledWith('1996-02-29');
  open(/^Year/u);
  pick('1995');
  expect(onSelect).toHaveBeenLastCalledWith('1995-02-28');
});

test('years are offered twelve a page from 18 to 99 years back (IDENTITY-035)', () => {
  renderUi(<DateOfBirth label="Date of birth" onSelect={() => {}} now={now} />);
  open(/^Year/u);
  const list = () => within(screen.getByRole('listbox')).getAllByRole('option');
  expect(list()).toHaveLength(12);
  for (let turn = 0; turn < 10; turn++) fireEvent.keyDown(screen.getByRole('listbox'), { key: 'PageUp' });
  expect(list()[0]?.textContent).toBe('2008');
  for (let turn = 0; turn < 10; turn++) fireEvent.keyDown(screen.getByRole('listbox'), { key: 'PageDown' });
  expect(list().at(-1)?.textContent).toBe('1927');
});

test('a month of 30 days offers 30 (IDENTITY-036)', () => {
  renderUi(<DateOfBirth label="Date of birth" onSelect={() => {}} now={now} />);
  open(/^Month/u);
  pick('April');
  const days = within(screen.getByRole('listbox')).getAllByRole('option');
  expect(days).toHaveLength(30);
});

test('arrow keys move through the grid, and Esc gives focus back to the part', () => {
  renderUi(<DateOfBirth label="Date of birth" onSelect={() => {}} now={now} />);
  open(/^Day/u);
  expect(document.activeElement?.textContent).toBe('1');
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' });
  expect(document.activeElement?.textContent).toBe('8');
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowLeft' });
  expect(document.activeElement?.textContent).toBe('7');
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Day/u);
});

test('in a dialog Esc closes the open grid first, and only then the dialog', () => {
  const onClose = vi.fn();
  renderUi(
    <Dialog title="Join free" onClose={onClose}>
      <DateOfBirth label="Date of birth" onSelect={() => {}} now={now} />
    </Dialog>,
  );
  const escape = () => fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  open(/^Day/u);
  escape();
  expect(screen.queryByRole('listbox')).toBeNull();
  open(/^Year/u);
  screen.getByRole('button', { name: /1997/u }).focus();
  escape();
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Year/u);
  expect(onClose).not.toHaveBeenCalled();
  escape();
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('the keys of the browser still work in the grid', () => {
  renderUi(<DateOfBirth label="Date of birth" onSelect={() => {}} now={now} />);
  open(/^Month/u);
  // False: the page has taken the key for itself.
  expect(fireEvent.keyDown(document.activeElement!, { key: 'r', ctrlKey: true })).toBe(true);
  expect(fireEvent.keyDown(document.activeElement!, { key: 'f', metaKey: true })).toBe(true);
  expect(fireEvent.keyDown(document.activeElement!, { key: 'ArrowLeft', altKey: true })).toBe(true);
  expect(fireEvent.keyDown(document.activeElement!, { key: 'f' })).toBe(false);
  expect(document.activeElement?.textContent).toBe('February');
});

test('an error marks the parts that are missing, and all of them once none is', () => {
  renderUi(<DateOfBirth label="Date of birth" error="Choose it" onSelect={() => {}} now={now} />);
  const marked = () =>
    screen
      .getAllByRole('button', { name: /^(?:Day|Month|Year):/u })
      .filter((part) => part.classList.contains('input-bad'))
      .map((part) => part.getAttribute('aria-label')!.split(':')[0]);
  expect(marked()).toEqual(['Day', 'Month', 'Year']);
  open(/^Day/u);
  pick('3');
  expect(marked()).toEqual(['Month', 'Year']);
  pick('February');
  pick('1996');
  expect(marked()).toEqual(['Day', 'Month', 'Year']);
});
