import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { OnboardingPage } from './onboarding-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const KEYS = ['profile', 'identity', 'selfie', 'address', 'tax', 'payout', 'agreement'] as const;
const answer = (states: Readonly<Record<string, string>>, more: object = {}) => ({
  compliance_status: 'none',
  compliance_reject_reason: null,
  steps: KEYS.map((key) => ({ key, state: states[key] ?? 'todo', reason: null })),
  documents: [],
  identity_application: { state: 'none', step: 'identity', missing: ['identity'] },
  ...more,
});
const agreement = {
  slug: 'model-agreement',
  title: 'Model agreement',
  body_html: '<p>What we agree on</p>',
  version: '3',
  effective_at: '2026-11-25T00:00:00.000Z',
  seo: {},
};

test('the seven steps stand there with their states, and the first that is to be done is open (IDENTITY-003)', async () => {
  stubServer({ 'GET /onboarding': answer({ profile: 'done' }) });
  renderPage(<OnboardingPage />);
  expect(await screen.findByRole('heading', { name: 'Your documents' })).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /: (?:to do|done)$/u })).toHaveLength(7);
  expect(screen.getByRole('button', { name: 'You: done' })).toBeTruthy();
  expect(screen.getByLabelText('Camera for: Front').getAttribute('capture')).toBe('environment');
});

test('a document goes with its kind and the day on which it ends; a refusal stands at the document', async () => {
  const replies: Record<string, unknown> = {
    'GET /onboarding': answer({ profile: 'done' }),
    'POST /onboarding/document': refusal(400, 'compliance.document_refused', {
      message: 'This document cannot be used',
    }),
  };
  const sent = stubServer(replies);
  renderPage(<OnboardingPage />);
  fireEvent.change(await screen.findByLabelText('Valid until'), { target: { value: '2031-05-01' } });
  const choose = () =>
    fireEvent.change(screen.getByLabelText('File of: Front'), {
      target: { files: [new File(['x'], 'a.pdf', { type: 'application/pdf' })] },
    });
  choose();
  expect((await screen.findByRole('alert')).textContent).toContain('This document cannot be used');
  replies['POST /onboarding/document'] = { status: 1, document_id: 'one', state: 'pending' };
  replies['GET /onboarding'] = answer({ profile: 'done' }, { documents: ['id_front'] });
  choose();
  expect(await screen.findByText('Sent')).toBeTruthy();
  const form = sent.filter(({ call }) => call === 'POST /onboarding/document').at(-1)!.body as FormData;
  expect([form.get('kind'), form.get('expires_on')]).toEqual(['id_front', '2031-05-01']);
});

test('a step that is done turns no page over by itself', async () => {
  const served: Record<string, unknown> = {
    'GET /onboarding': answer({ profile: 'done' }),
    'POST /onboarding/document': { status: 1, document_id: 'one', state: 'pending' },
  };
  stubServer(served);
  renderPage(<OnboardingPage />);
  fireEvent.change(await screen.findByLabelText('Valid until'), { target: { value: '2031-05-01' } });
  served['GET /onboarding'] = answer(
    { profile: 'done', identity: 'done' },
    {
      documents: ['id_front', 'id_back'],
      identity_application: { state: 'none', step: 'selfie', missing: ['selfie'] },
    },
  );
  fireEvent.change(screen.getByLabelText('File of: Front'), {
    target: { files: [new File(['x'], 'a.pdf', { type: 'application/pdf' })] },
  });
  expect(await screen.findByRole('button', { name: 'Identity: done' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Your documents' })).toBeTruthy();
});

test('what is to be done again has its reason, and what somebody looks at cannot be changed', async () => {
  const rejected = answer(
    { identity: 'rejected' },
    { compliance_status: 'rejected', compliance_reject_reason: 'Please look at the back' },
  );
  rejected.steps[1]!.reason = 'Glare on the number' as never;
  const replies: Record<string, unknown> = { 'GET /onboarding': rejected };
  stubServer(replies);
  renderPage(<OnboardingPage />);
  expect(await screen.findByText('Please look at the back')).toBeTruthy();
  expect(screen.getByText('Glare on the number')).toBeTruthy();
  cleanup();
  replies['GET /onboarding'] = answer({ identity: 'pending' }, { compliance_status: 'pending' });
  renderPage(<OnboardingPage />);
  expect(await screen.findByText('Being checked')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Choose a file: Front' })).toBeNull();
});

test('the agreement is signed by name once everything else is there, in the version that was read', async () => {
  const done = { profile: 'done', identity: 'done', selfie: 'done', address: 'done', tax: 'done' };
  const application = { state: 'none', step: 'agreement', missing: [] };
  const sent = stubServer({
    'GET /onboarding': answer(done, { identity_application: application }),
    'GET /content/model-agreement': agreement,
    'POST /onboarding/submit': { status: 1, compliance_status: 'pending' },
    'GET /user/current': currentUserFixture(),
  });
  renderPage(<OnboardingPage />);
  const sign = await screen.findByRole('button', { name: 'Sign the agreement and send everything' });
  fireEvent.click(sign);
  expect(await screen.findByText('Say that you have read it.')).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox'));
  fireEvent.change(screen.getByLabelText('Signature'), { target: { value: 'Ada Lamp' } });
  fireEvent.click(sign);
  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'POST /onboarding/submit')?.body).toEqual({
      agreement_version: '3',
      signature: 'Ada Lamp',
    }),
  );
});
