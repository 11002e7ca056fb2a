import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Answer } from '#app/shared/api/answers.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { refusal, stubServer } from '#app/shared/testing/stub-server.ts';
import { StandbyModule } from './standby-module.tsx';

type Settings = Answer<'getStreamerSettings'>;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const settingsOf = (standby: Partial<Settings>) => standby as Settings;

function Studio({ first, status }: { readonly first: Settings; readonly status: string }) {
  const [settings, setSettings] = useState(first);
  const facts = { status } as Answer<'getBroadcast'>;
  return <StandbyModule settings={settings} setSettings={setSettings} facts={facts} />;
}
const look = (standby: Partial<Settings>, status = 'offline') =>
  renderPage(<Studio first={settingsOf(standby)} status={status} />);
const theSwitch = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Offer standby while on air' });

test('standby is offered where the site allows it, and what the server keeps is shown', async () => {
  look({ standby_allowed: false, standby_enabled: false });
  expect(screen.queryByRole('switch')).toBeNull();
  cleanup();
  const sent = stubServer({
    'POST /video/streamer_settings': { standby_allowed: true, standby_enabled: true },
  });
  look({ standby_allowed: true, standby_enabled: false });
  fireEvent.click(theSwitch());
  await waitFor(() => expect(theSwitch().checked).toBe(true));
  expect(sent.map(({ body }) => body)).toEqual([{ standby_enabled: true }]);
});

test('what is refused stays as it was and can be tried again', async () => {
  stubServer({ 'POST /video/streamer_settings': refusal(403, 'broadcast.standby_not_allowed') });
  look({ standby_allowed: true, standby_enabled: false });
  fireEvent.click(theSwitch());
  await waitFor(() => expect(theSwitch().disabled).toBe(false));
  expect(theSwitch().checked).toBe(false);
});

test('whoever stands by keeps the way back', () => {
  look({ standby_allowed: true, standby_enabled: true }, 'standby');
  expect(theSwitch().disabled).toBe(true);
});
