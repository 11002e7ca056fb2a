import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { lateApi } from '../../shared/api/late-client.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { PasskeysSection } from './passkeys-section.tsx';
import { SecondStepSection } from './second-step-section.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const state = (more: Record<string, unknown> = {}) => ({
  enabled: false,
  two_factor_auth_type: null,
  passkeys: [],
  recovery_codes_left: 0,
  ...more,
});
const SETUP = {
  setup_id: '01a214df-4c88-7000-8bcf-64f05b00a658',
  secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  otpauth_url: 'otpauth://totp/Klieg:anna?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567&issuer=Klieg',
};
const CODES = Array.from({ length: 10 }, (_, i) => `abcde-2345${i}`);

function Sections({ onChanged }: { readonly onChanged: () => void }) {
  const loaded = useLoaded('two-factor', (signal) => lateApi.getTwoFactor({ signal }));
  return (
    <>
      <SecondStepSection loaded={loaded} onChanged={onChanged} />
      <PasskeysSection loaded={loaded} onChanged={onChanged} />
    </>
  );
}
const show = (replies: Record<string, unknown>) => {
  const sent = stubServer(replies);
  const onChanged = vi.fn();
  renderPage(<Sections onChanged={onChanged} />);
  return { sent, onChanged };
};
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('the set-up shows the key as a picture and in groups, and its first code switches it on', async () => {
  const { sent, onChanged } = show({
    'GET /auth/2fa': state(),
    'POST /auth/2fa/setup': SETUP,
    'POST /auth/2fa/enable': { status: 1, recovery_codes: CODES },
  });
  await press('Set up');
  expect(await screen.findByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')).toBeTruthy();
  expect(await screen.findByRole('img', { name: 'Picture for your authenticator app' })).toBeTruthy();
  fireEvent.input(screen.getByLabelText('Six-digit code that the app shows'), {
    target: { value: '123456' },
  });
  await press('Switch it on');
  const dialog = within(await screen.findByRole('dialog', { name: 'Your recovery codes' }));
  for (const code of CODES) expect(dialog.getByText(code)).toBeTruthy();
  expect(onChanged).toHaveBeenCalledTimes(1);
  expect(sent.find(({ call }) => call === 'POST /auth/2fa/enable')?.body).toEqual({
    setup_id: SETUP.setup_id,
    code: '123456',
  });
});

test('a wrong first code is told at its field', async () => {
  show({
    'GET /auth/2fa': state(),
    'POST /auth/2fa/setup': SETUP,
    'POST /auth/2fa/enable': refusal(401, 'identity.two_factor_failed'),
  });
  await press('Set up');
  fireEvent.input(await screen.findByLabelText('Six-digit code that the app shows'), {
    target: { value: '123456' },
  });
  await press('Switch it on');
  expect(await screen.findByText('That is not the current code. Try the next one.')).toBeTruthy();
});

test('where the password is asked for again, the same goes on after it', async () => {
  const replies: Record<string, unknown> = {
    'GET /auth/2fa': state({ enabled: true, recovery_codes_left: 2 }),
    'POST /auth/2fa/recovery_codes': refusal(403, 'common.sudo_required'),
    'POST /auth/sudo': { status: 1, sudo_until: '2026-11-22T10:00:00.000Z' },
  };
  const { sent } = show(replies);
  expect(await screen.findByText('Create new ones while you can still log in.')).toBeTruthy();
  await press('New codes');
  // The account has an app: a code is as good as the password.
  await press('Use a code');
  fireEvent.input(screen.getByLabelText('Code from your authenticator app'), { target: { value: '123456' } });
  replies['POST /auth/2fa/recovery_codes'] = { recovery_codes: CODES };
  await press('Confirm');
  expect(await screen.findByRole('dialog', { name: 'Your recovery codes' })).toBeTruthy();
  expect(sent.find(({ call }) => call === 'POST /auth/sudo')?.body).toEqual({ code: '123456' });
});

test('staff are told that their role keeps the second step', async () => {
  show({
    'GET /auth/2fa': state({ enabled: true, recovery_codes_left: 10 }),
    'POST /auth/2fa/disable': refusal(403, 'identity.two_factor_required_by_role', {
      message: 'Your role requires two-factor login',
    }),
  });
  await press('Switch off');
  fireEvent.input(screen.getByLabelText('Code from the app, or a recovery code'), {
    target: { value: '123456' },
  });
  await press('Switch it off');
  expect(await screen.findByText('Your role requires two-factor login')).toBeTruthy();
});

test('a passkey is taken away after a question, and the list is read again', async () => {
  const passkey = {
    id: '01a214df-4c88-7000-8bcf-64f05b00a658',
    name: 'Laptop',
    created_at: '2026-11-20T10:00:00.000Z',
    last_used_at: null,
  };
  const replies: Record<string, unknown> = {
    'GET /auth/2fa': state({ passkeys: [passkey] }),
    [`POST /auth/passkey/${passkey.id}/delete`]: { status: 1 },
  };
  const { onChanged } = show(replies);
  await press('Remove Laptop');
  replies['GET /auth/2fa'] = state();
  await press('Remove');
  expect(await screen.findByText('You have none yet.')).toBeTruthy();
  await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1));
});

test('what does not load can be read again', async () => {
  const replies: Record<string, unknown> = {};
  show(replies);
  expect(await screen.findByText('Two-step login did not load')).toBeTruthy();
  replies['GET /auth/2fa'] = state();
  await press('Try now');
  expect(await screen.findByRole('button', { name: 'Set up' })).toBeTruthy();
});
