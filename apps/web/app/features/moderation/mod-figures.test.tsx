import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { ModFigures } from './mod-figures.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const figureOf = (label: string) => screen.getByText(label).nextElementSibling!;

test('what waits in all own queues stands above the desks, with the clock that ends first', async () => {
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
  stubServer({
    'GET /mod/standing': {
      queues: [
        { queue: 'live', open: 7, oldest_due_at: inMs(3.5 * 3_600_000) },
        { queue: 'complaint', open: 2, oldest_due_at: inMs(50 * 3_600_000) },
        { queue: 'media', open: 4, oldest_due_at: null },
      ],
      rooms: 2_418,
      watching: 9,
      median_answer_seconds: 4_320,
    },
  });
  renderPage(<ModFigures />);
  expect(await screen.findByText('13')).toBe(figureOf('Waiting'));
  expect(figureOf('First due').textContent).toBe('3 h');
  expect((figureOf('First due') as HTMLElement).dataset['tone']).toBe('late');
  expect(figureOf('Median response').textContent).toBe('1 h');
  expect(figureOf('Live').textContent).toBe('2,418');
});

test('a figure that is not there leaves its slot, and is never a nought', async () => {
  const sent = stubServer({ 'GET /mod/standing': refusal(503, 'common.unavailable') });
  renderPage(<ModFigures />);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  for (const label of ['Waiting', 'First due', 'Median response', 'Live'])
    expect(figureOf(label).textContent).toBe('—');
});
