import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { ComplaintForm } from './complaint-form.tsx';

const write = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }));
const page = () => `${location.origin}/files/avatars/one.jpg`;

function fill(kind: string): void {
  write('What is it about?', kind);
  write('What is wrong with it?', 'This is me, and I have never agreed to it.');
  write('Your name', 'Ada Complainant');
  write('Email', 'ada@example.org');
  write('Signature', 'Ada Complainant');
  fireEvent.click(screen.getByRole('checkbox', { name: /^What I say is true/u }));
}

test('a stranger complains without an account: what is missing is said at its field, what was written is sent as it stands', async () => {
  const sent = stubServer({ 'POST /complaints': { number: 12, receipt: 'r' } });
  const told = vi.fn();
  renderPage(<ComplaintForm kind="take_it_down" url={page()} onSent={told} />);
  send();
  for (const fault of ['Please explain in a few words.', 'Type your name.', 'Please confirm this.'])
    await screen.findByText(fault);
  expect(sent).toEqual([]);
  fill('take_it_down');
  send();
  await waitFor(() => expect(told).toHaveBeenCalledWith({ number: 12, receipt: 'r' }));
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toEqual({
    kind: 'take_it_down',
    urls: [page()],
    name: 'Ada Complainant',
    email: 'ada@example.org',
    relation: 'self',
    statement: 'This is me, and I have never agreed to it.',
    signature: 'Ada Complainant',
    good_faith: true,
  });
});

test('a complaint of copyright asks for its oath, one about another site for an address of this one; a refusal loses nothing', async () => {
  const sent = stubServer({ 'POST /complaints': refusal(429, 'common.rate_limited') });
  renderPage(<ComplaintForm kind="copyright" url="https://elsewhere.example/one" onSent={vi.fn()} />);
  fill('copyright');
  send();
  await screen.findByText('Enter full addresses of pages on this site, one per line.');
  await screen.findByText('Please confirm this.');
  expect(sent).toEqual([]);
  write('Addresses', page());
  fireEvent.click(screen.getByRole('checkbox', { name: /^Under penalty of perjury/u }));
  send();
  await screen.findByText('That did not work');
  expect(sent[0]?.body).toMatchObject({ kind: 'copyright', perjury: true });
  expect(screen.getByLabelText('Signature')).toHaveProperty('value', 'Ada Complainant');
});
