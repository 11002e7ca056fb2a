import type { OwnComplaint } from '@klieg/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { stubServer } from '../../shared/testing/stub-server.ts';
import { OwnComplaintsPage } from './own-complaints-page.tsx';

const one: OwnComplaint = {
  id: '01932b5e-8c00-7000-8000-00000000000a',
  number: 12,
  kind: 'take_it_down',
  state: 'actioned',
  items: [{ kind: 'avatar', state: 'removed' }],
  decided_at: '2026-11-28T10:00:00.000Z',
  reasons: 'The person is to be seen and has not agreed.',
  counter: null,
  can_counter: false,
  can_appeal: true,
};

test('whom a removal concerns reads what was removed and why, and can have somebody else look at it', async () => {
  const replies: Record<string, unknown> = {
    'GET /complaints/own': { items: [one] },
    'POST /appeals': { status: 1 },
  };
  const sent = stubServer(replies);
  renderPage(<OwnComplaintsPage />);
  await screen.findByText('Profile picture: Removed');
  expect(screen.getByText('The person is to be seen and has not agreed.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send a counter-notice' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Appeal' }));
  fireEvent.click(screen.getByRole('button', { name: 'Send the appeal' }));
  await screen.findByText('Please explain in a few sentences.');
  const text = 'It is a drawing that I have made myself.';
  fireEvent.change(screen.getByLabelText('Why the decision is wrong'), { target: { value: text } });
  replies['GET /complaints/own'] = { items: [{ ...one, state: 'appealed', can_appeal: false }] };
  fireEvent.click(screen.getByRole('button', { name: 'Send the appeal' }));
  await screen.findByText('It is being reviewed again');
  expect(sent.find(({ call }) => call === 'POST /appeals')?.body).toEqual({
    about: 'content',
    ref_id: one.id,
    text,
  });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Appeal' })).toBeNull());
});
