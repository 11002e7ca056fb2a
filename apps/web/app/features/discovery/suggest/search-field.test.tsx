import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test } from 'vitest';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { refusal, stubServer } from '#app/shared/testing/stub-server.ts';
import { SearchField } from './search-field.tsx';

function Page() {
  const input = useRef<HTMLInputElement>(null);
  return <SearchField input={input} given="" />;
}
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search' });
const write = (value: string) => fireEvent.change(field(), { target: { value } });
const press = (key: string) => fireEvent.keyDown(field(), { key });
const chosen = () => screen.queryByRole('option', { selected: true })?.textContent;
const ask = 'GET /search/suggest';

test('what is written brings performers and topics, through which arrow keys lead and to which Enter goes', async () => {
  const model = { username: 'ada', displayName: 'Ada Vinyl', avatarUrl: null, status: 'online' };
  stubServer({ [ask]: { models: [model], tags: ['vinyl'] } });
  const { router } = renderPage(<Page />);
  write('vin');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(3));
  expect(chosen()).toBeUndefined();
  press('ArrowDown');
  expect(chosen()).toContain('Ada Vinyl');
  await waitFor(() =>
    expect(field().getAttribute('aria-activedescendant')).toBe(
      screen.getByRole('option', { selected: true }).id,
    ),
  );
  press('ArrowUp');
  expect(chosen()).toContain('Everything with “vin”');
  press('ArrowDown');
  press('Enter');
  await waitFor(() => expect(router.state.location.pathname).toBe('/ada'));
});

test('Escape closes what may be meant and keeps what was written; where nothing comes everything can be searched all the same', async () => {
  stubServer({ [ask]: refusal(503, 'common.unavailable') });
  const { router } = renderPage(<Page />);
  write('lamp light');
  await screen.findByRole('listbox', { name: 'Suggestions' });
  press('Escape');
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  expect(field().value).toBe('lamp light');
  write('lamp');
  fireEvent.click(await screen.findByRole('option', { name: /^Everything with “lamp”/u }));
  await waitFor(() => expect(router.state.location.search).toBe('?q=lamp'));
});
