import type { Settings } from '@klieg/contract';
import { closeAllToasts, watchToasts } from '@klieg/ui';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '#app/shared/me/me.fixture.ts';
import { meStore } from '#app/shared/me/me-store.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { refusal, stubServer } from '#app/shared/testing/stub-server.ts';
import HomeLayoutModal from './home-layout-modal.tsx';
import { SECTION_KEYS } from './section-names.ts';

const KEEP = 'POST /browse/react/home/custom/setting';
const SAVE = 'POST /user/settings';
const base = currentUserFixture();
const isHere = (settings: Partial<Settings>) =>
  act(() =>
    meStore.dispatch({
      type: 'loaded',
      current: { ...base, settings: { ...base.settings, ...settings } },
    }),
  );
const settingsNow = () => {
  const me = meStore.get();
  return me.kind === 'member' ? me.current.settings : undefined;
};
const toasts: unknown[] = [];
let stopWatching: () => void;
beforeEach(() => {
  toasts.length = 0;
  stopWatching = watchToasts(({ appearance, content }) => toasts.push([appearance, content]));
});
afterEach(() => {
  stopWatching();
  closeAllToasts();
});

const open = (address = '/') => {
  const onClose = vi.fn();
  return { onClose, ...renderPage(<HomeLayoutModal onClose={onClose} />, address) };
};
const press = (name: string) => {
  const button = screen.getByRole('button', { name });
  act(() => button.focus());
  fireEvent.click(button);
};
const order = () => screen.getAllByRole('checkbox').map((box) => box.closest('label')!.textContent);
const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

test('sections are ordered by buttons, said aloud, kept, and shown with the layout (HOME-002) (HOME-003) (HOME-004) (HOME-005) (HOME-006) (HOME-007) (HOME-008) (HOME-009) (HOME-010) (HOME-011) (HOME-012) (HOME-013) (HOME-016) (HOME-019)', async () => {
  const kept = [
    'language',
    'tags',
    ...SECTION_KEYS.filter((key) => !['language', 'tags', 'country'].includes(key)),
  ];
  const sent = stubServer({
    [KEEP]: { status: 1, sectionList: kept, message: 'Preference updated.' },
    [SAVE]: { status: 1, settings: { ...base.settings, home_layout: 'custom', home_custom: kept } },
  });
  isHere({ home_layout: 'classic', home_custom: ['tags', 'language', 'country'] });
  const { onClose, router } = open('/?p=1');
  expect(screen.queryAllByRole('checkbox')).toHaveLength(0);
  fireEvent.click(screen.getByRole('radio', { name: 'Custom' }));
  expect(order()).toEqual([
    'Tags',
    'Language',
    'Country',
    'My Favs & History',
    'New & Trending',
    'Age Range',
    'Ethnicity',
    'Top Rated Models',
    'Top Rated Privates',
    'Continent',
    'Models Near Goal',
    'Voyeur Cams',
  ]);
  press('Move Tags down');
  expect(order().slice(0, 3)).toEqual(['Language', 'Tags', 'Country']);
  expect(said()).toContain('Tags: place 2 of 12');
  // A row that has moved keeps the focus on what moved it.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Tags down' }));
  // At an end there is nothing to do, and nothing to lose.
  press('Move Language up');
  expect(order()[0]).toBe('Language');
  expect(screen.getByRole('button', { name: 'Move Language up' }).getAttribute('aria-disabled')).toBe('true');

  fireEvent.click(screen.getByRole('checkbox', { name: 'Country' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Voyeur Cams' }));
  press('Save');
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(sent.map(({ call, body }) => [call, body])).toEqual([
    [KEEP, { sectionList: ['language', 'tags', 'voyeur_cams'] }],
    [SAVE, { home_layout: 'custom' }],
  ]);
  expect(toasts).toEqual([['success', 'Preference updated.']]);
  expect(settingsNow()).toMatchObject({ home_layout: 'custom', home_custom: kept });
  // From a page of the classic list it leads to what was chosen.
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('the last section that is shown stays (HOME-019)', () => {
  isHere({ home_layout: 'custom', home_custom: ['tags'] });
  open();
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Tags' });
  expect([box.checked, box.disabled]).toEqual([true, true]);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Country' }));
  expect(box.disabled).toBe(false);
});

test('a section is dragged by its grip to where the pointer leaves it (HOME-019)', () => {
  isHere({ home_layout: 'custom', home_custom: ['tags', 'language', 'country'] });
  open();
  const list = screen.getByRole('list', { name: 'Sections in order' });
  list.setPointerCapture = vi.fn();
  const heights = () => {
    for (const [at, row] of [...list.children].entries())
      row.getBoundingClientRect = () => ({ top: at * 40, height: 40 }) as DOMRect;
  };
  heights();
  fireEvent.pointerMove(list, { clientY: 110 });
  expect(order()[0]).toBe('Tags');
  fireEvent.pointerDown(list.querySelector('.section-grip')!, { button: 0, pointerId: 1 });
  fireEvent.pointerMove(list, { clientY: 110 });
  expect(order().slice(0, 3)).toEqual(['Language', 'Country', 'Tags']);
  heights();
  fireEvent.pointerMove(list, { clientY: 5 });
  expect(order().slice(0, 3)).toEqual(['Tags', 'Language', 'Country']);
  fireEvent.pointerUp(list);
  fireEvent.pointerMove(list, { clientY: 110 });
  expect(order()[0]).toBe('Tags');
});

test('a choice whose answer never came is told in words of the page (ERRORS-062)', async () => {
  stubServer({ [KEEP]: { status: 0, body: {} } });
  isHere({ home_layout: 'custom', home_custom: ['tags', 'language'] });
  open();
  press('Move Language up');
  press('Save');
  await waitFor(() => expect(toasts).toEqual([['error', 'An error occurred, please retry.']]));
});

test('a choice that is not kept is told and stays to be tried again; closing forgets it (HOME-016) (ERRORS-062)', async () => {
  const sent = stubServer({
    [KEEP]: refusal(503, 'discovery.preference_failed', { message: 'Not kept at this time of the night.' }),
  });
  isHere({ home_layout: 'custom', home_custom: ['tags', 'language'] });
  const { onClose } = open();
  press('Move Language up');
  press('Save');
  await waitFor(() => expect(toasts).toEqual([['error', 'Not kept at this time of the night.']]));
  expect(onClose).not.toHaveBeenCalled();
  expect(order().slice(0, 2)).toEqual(['Language', 'Tags']);
  expect(sent).toHaveLength(1);
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(settingsNow()?.home_custom).toEqual(['tags', 'language']);
});

test('going back to the classic layout keeps the sections for later (HOME-019)', async () => {
  const sent = stubServer({
    [SAVE]: { status: 1, settings: { ...base.settings, home_layout: 'classic' } },
  });
  isHere({ home_layout: 'custom', home_custom: ['tags', 'language'] });
  const { onClose } = open();
  fireEvent.click(screen.getByRole('radio', { name: 'Classic' }));
  press('Save');
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(sent.map(({ call, body }) => [call, body])).toEqual([[SAVE, { home_layout: 'classic' }]]);
  expect(toasts).toEqual([['success', 'Preference updated.']]);
  expect(settingsNow()).toMatchObject({ home_layout: 'classic', home_custom: ['tags', 'language'] });
});
