import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { SearchBox } from './search-box.tsx';

afterEach(cleanup);

const shownAt = (address: string) => {
  renderPage(<SearchBox />, address);
  const { value } = screen.getByRole<HTMLInputElement>('combobox', { name: 'Search' });
  cleanup();
  return value;
};

test('the search of the header shows what was searched for, and nothing of the search of another page', () => {
  expect(shownAt('/search?q=piano')).toBe('piano');
  expect(shownAt('/multi-filter?q=piano&rate=18-60')).toBe('piano');
  expect(shownAt('/admin/users?q=anna')).toBe('');
  expect(shownAt('/account/media?q=anna')).toBe('');
  expect(shownAt('/searching?q=anna')).toBe('');
});
