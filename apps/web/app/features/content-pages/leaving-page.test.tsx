import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { LeavingPage } from './leaving-page.tsx';

const ask = 'GET /redir/key/verify';
const look = () => renderPage(<LeavingPage linkKey="key" refused={<p>No page</p>} />);

test('another site is named before somebody leaves for it, and nobody is taken there without a press', async () => {
  stubServer({ [ask]: { verified: true, url: 'https://once.example.org/page', host: 'once.example.org' } });
  const { router } = look();
  const way = await screen.findByRole('link', { name: 'Go to once.example.org' });
  expect([way.getAttribute('href'), way.getAttribute('rel')]).toEqual([
    'https://once.example.org/page',
    'noopener noreferrer',
  ]);
  expect(screen.getByText('https://once.example.org/page')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/');
  expect(screen.getByRole('button', { name: 'Stay here' })).toBeTruthy();
});

test('a key that is unknown, used up or ended is no page; one that could not be looked at can be looked at again', async () => {
  stubServer({ [ask]: { verified: false, url: null, host: null } });
  const { unmount } = look();
  await screen.findByText('No page');
  expect(screen.queryByRole('link')).toBeNull();
  unmount();
  stubServer({ [ask]: refusal(503, 'common.unavailable') });
  look();
  await screen.findByText('The link could not be checked');
  stubServer({ [ask]: { verified: true, url: 'https://once.example.org/', host: 'once.example.org' } });
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }));
  await screen.findByRole('link', { name: 'Go to once.example.org' });
});
