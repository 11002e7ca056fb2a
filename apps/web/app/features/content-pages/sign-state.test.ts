import { expect, test } from 'vitest';
import { type LegalDocument, reduceSign, type SignState } from './sign-state.ts';

const document: LegalDocument = {
  document_text: 'Words',
  document_html: '<p>Words</p>',
  secret: 's'.repeat(43),
  expired: false,
  status: 'open',
  title: 'Model agreement',
  version: '1',
  signer_name: null,
  expires_at: '2026-12-09T00:00:00.000Z',
  signed_at: null,
  pdf_url: null,
};
const AT = '2026-11-25T12:00:00.000Z';
const signedDocument: LegalDocument = {
  ...document,
  status: 'signed',
  secret: '',
  signed_at: AT,
  pdf_url: '/files/legal/x.pdf',
};
const loading: SignState = { kind: 'loading' };
const loaded: SignState = { kind: 'loaded', document };
const signing: SignState = { kind: 'signing', document };

test('a document goes from loading to loaded, is signed, and stays signed', () => {
  expect(reduceSign(loading, { type: 'loaded', document })).toEqual(loaded);
  expect(reduceSign(loaded, { type: 'sign' })).toEqual(signing);
  const signed = reduceSign(signing, { type: 'signed', at: AT, pdfUrl: '/x.pdf' });
  expect(signed).toEqual({ kind: 'signed', document, at: AT, pdfUrl: '/x.pdf' });
  expect(reduceSign(signed, { type: 'sign' })).toBe(signed);
  expect(reduceSign(signed, { type: 'refused', failure: 'unreachable' })).toBe(signed);
});

test('an expired one is loaded and cannot be signed', () => {
  const expired: SignState = { kind: 'loaded', document: { ...document, expired: true, status: 'expired' } };
  expect(reduceSign(expired, { type: 'sign' })).toBe(expired);
});

test('one that does not load is an error, from which it is loaded again', () => {
  const error = reduceSign(loading, { type: 'refused', failure: 'NOT_FOUND' });
  expect(error).toEqual({ kind: 'error', failure: 'NOT_FOUND' });
  expect(reduceSign(error, { type: 'load' })).toEqual(loading);
});

test('a refused signature keeps the document and says why; read again, it is signed or comes with a fresh secret', () => {
  expect(reduceSign(signing, { type: 'refused', failure: 'unreachable' })).toEqual({
    ...loaded,
    failure: 'unreachable',
  });
  expect(reduceSign(signing, { type: 'loaded', document, failure: 'SIGN_FAILED' })).toEqual({
    ...loaded,
    failure: 'SIGN_FAILED',
  });
  expect(
    reduceSign(signing, { type: 'loaded', document: signedDocument, failure: 'SIGN_FAILED' }),
  ).toMatchObject({ kind: 'signed', at: AT });
});
