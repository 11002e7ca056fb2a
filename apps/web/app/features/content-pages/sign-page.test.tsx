import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { SignPage } from './sign-page.tsx';
import type { LegalDocument } from './sign-state.ts';

const ask = 'GET /legal/document/d1';
const sign = 'POST /legal/document/sign';
const document: LegalDocument = {
  title: 'Stage review',
  version: '2',
  signer_name: 'Ada Lamp',
  document_text: 'What both agree to.',
  status: 'open',
  document_html: '<p>What both agree to.</p>',
  expires_at: '2027-11-20T10:00:00.000Z',
  expired: false,
  signed_at: null,
  pdf_url: null,
  secret: 's1',
};
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Sign the document' }));
const nameIt = (value: string) =>
  fireEvent.change(screen.getByLabelText('Your full name'), { target: { value } });

test('a document is read whole and signed by a typed name, which then can be saved', async () => {
  const sent = stubServer({
    [ask]: document,
    [sign]: { signed_at: '2026-11-29T10:00:00.000Z', pdf_url: '/legal/one.pdf' },
  });
  renderPage(<SignPage id="d1" />);
  await screen.findByText('What both agree to.');
  press();
  await screen.findByText('Please type your full name.');
  nameIt(' Ada Lamp ');
  press();
  await screen.findByText('The document is signed');
  expect(sent.find(({ call }) => call === sign)?.body).toEqual({ secret: 's1', signature: 'Ada Lamp' });
  expect(screen.getByRole('link', { name: 'Save it as PDF' }).getAttribute('href')).toBe('/legal/one.pdf');
  expect(screen.queryByRole('button', { name: 'Sign the document' })).toBeNull();
});

test('a signature that was not taken is told with the document read anew; an expired one and an unknown one cannot be signed', async () => {
  stubServer({ [ask]: document, [sign]: refusal(409, 'content_pages.sign_failed') });
  const first = renderPage(<SignPage id="d1" />);
  await screen.findByText('What both agree to.');
  nameIt('Ada Lamp');
  press();
  await screen.findByText(/^The document could not be signed/u);
  expect(screen.getByLabelText('Your full name')).toBeTruthy();
  first.unmount();
  stubServer({ [ask]: { ...document, expired: true, secret: '' } });
  const second = renderPage(<SignPage id="d1" />);
  await screen.findByText('This document has expired');
  expect(screen.queryByRole('button', { name: 'Sign the document' })).toBeNull();
  second.unmount();
  stubServer({ [ask]: refusal(404, 'content_pages.legal_not_found') });
  renderPage(<SignPage id="d1" />);
  await screen.findByText('This document does not exist or the link has expired');
});
