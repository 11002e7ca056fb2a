import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import RefusedLine from './refused-line.tsx';

afterEach(cleanup);

const show = (error: { readonly code?: string; readonly text?: string }) =>
  renderPage(
    <RefusedLine
      line={{ clientId: 'c1', text: 'good evening', error }}
      onRetry={() => undefined}
      onDrop={() => undefined}
    />,
  );

test.each([
  ['without a reason or a text', {}, 'Error sending message'],
  ['with a reason that the page does not know', { code: 'brand_new' }, 'Error sending message'],
  ['with a text of the server', { code: 'brand_new', text: 'The room is full' }, 'The room is full'],
  ['with a known reason', { code: 'silenced', text: 'x' }, 'You are silenced here for now.'],
] as const)('a refused line %s says so and keeps its text (ERRORS-061)', (_name, error, words) => {
  show(error);
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.getByText('good evening')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Send again' })).toBeTruthy();
});
