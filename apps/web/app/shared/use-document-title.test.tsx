import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useDocumentTitle } from './use-document-title.ts';

const Page = ({ title }: { readonly title: string | undefined }) => {
  useDocumentTitle(title);
  return null;
};

afterEach(cleanup);

test('a page is named once its name is known, and leaves the name of the route behind', () => {
  document.title = 'Users';
  const { rerender, unmount } = render(<Page title={undefined} />);
  expect(document.title).toBe('Users');
  rerender(<Page title="anna · Users" />);
  expect(document.title).toBe('anna · Users');
  unmount();
  expect(document.title).toBe('Users');
});

test('the name of the next page stays', () => {
  document.title = 'Users';
  const { unmount } = render(<Page title="anna · Users" />);
  document.title = 'Orders';
  unmount();
  expect(document.title).toBe('Orders');
});
