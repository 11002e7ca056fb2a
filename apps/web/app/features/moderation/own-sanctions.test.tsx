import type { OwnSanction } from '@klieg/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { stubServer } from '../../shared/testing/stub-server.ts';
import { OwnSanctions } from './own-sanctions.tsx';

const ban: OwnSanction = {
  id: '01932b5e-8c00-7000-8000-00000000000b',
  kind: 'ban',
  scope: 'broadcast',
  at: '2026-11-28T10:00:00.000Z',
  until: null,
  reason_code: 'rules',
  statement: 'What you have shown is against our rules.',
  can_appeal: true,
  appeal: null,
};

test('whoever is banned reads why and until when, and appeals once', async () => {
  const replies: Record<string, unknown> = {
    'GET /user/sanctions': { items: [ban] },
    'POST /appeals': { status: 1, case_id: ban.id },
  };
  const sent = stubServer(replies);
  renderPage(<OwnSanctions />);
  await screen.findByRole('heading', { name: 'Banned from broadcasting' });
  for (const words of [ban.statement, 'House rules', 'our team lifts it'])
    expect(screen.getByText(words)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Appeal' }));
  fireEvent.click(screen.getByRole('button', { name: 'Send the appeal' }));
  await screen.findByText('Explain in a few sentences why the decision is wrong.');
  const text = 'That was a painting of mine, not me.';
  fireEvent.change(screen.getByLabelText('Why the decision is wrong'), { target: { value: text } });
  const appealed = { ...ban, can_appeal: false };
  replies['GET /user/sanctions'] = { items: [{ ...appealed, appeal: { state: 'open', statement: null } }] };
  fireEvent.click(screen.getByRole('button', { name: 'Send the appeal' }));
  await screen.findByText('Your appeal is being reviewed');
  expect(sent.find(({ call }) => call === 'POST /appeals')?.body).toEqual({
    about: 'ban',
    ref_id: ban.id,
    text,
  });
  expect(screen.queryByRole('button', { name: 'Appeal' })).toBeNull();
});

test('one that was turned down says why; where nothing holds nothing is shown', async () => {
  const closed = { ...ban, can_appeal: false, appeal: { state: 'closed', statement: 'Seen twice.' } };
  stubServer({ 'GET /user/sanctions': { items: [closed] } });
  const first = renderPage(<OwnSanctions />);
  await screen.findByText('Seen twice.');
  first.unmount();
  const asked = stubServer({ 'GET /user/sanctions': { items: [] } });
  const { container } = renderPage(<OwnSanctions />);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(container.querySelector('section')).toBeNull();
});
