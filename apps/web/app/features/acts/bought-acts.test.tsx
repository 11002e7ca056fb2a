import type { Act } from '@klieg/contract/features/acts/http';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { stubServer } from '../../shared/testing/stub-server.ts';
import { BoughtActs } from './bought-acts.tsx';

const act = (id: number, more: Partial<Act>): Act => ({
  id: `0198f1a2-0000-7000-8000-00000000000${id}`,
  app_id: 57,
  label: `Item ${id}`,
  tokens: 40,
  payer: 'ben',
  model: 'anna',
  at: '2026-11-20T11:25:10.000Z',
  state: 'owed',
  contest_until: null,
  is_contested: false,
  return_at: null,
  ...more,
});

test('each thing that was bought says how it stands; what went back is not looked at any more', async () => {
  const waits = act(3, { state: 'done', contest_until: '2026-11-22T11:25:10.000Z' });
  stubServer({
    'GET /acts': {
      items: [
        act(1, { state: 'returned', is_contested: true }),
        act(2, { state: 'done', is_contested: true }),
        waits,
      ],
      next_cursor: null,
    },
    [`POST /acts/${waits.id}`]: { status: 1, state: 'done' },
  });
  renderPage(<BoughtActs />);
  const rowOf = async (label: string) => (await screen.findByText(label)).closest('li')!.textContent;
  expect(await rowOf('Item 1')).toContain('All tokens were refunded');
  expect(await rowOf('Item 2')).toContain('We are looking into it');
  expect(await rowOf('Item 3')).toContain('Done');
  fireEvent.click(screen.getByRole('button', { name: 'It was not done' }));
  await expect.poll(() => rowOf('Item 3')).toContain('We are looking into it');
});
