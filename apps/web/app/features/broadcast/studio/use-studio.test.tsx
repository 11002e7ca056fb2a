import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '#app/shared/me/me.fixture.ts';
import { meStore } from '#app/shared/me/me-store.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { stubServer } from '#app/shared/testing/stub-server.ts';
import { StudioHeader } from './studio-header.tsx';
import { type Studio, useStudio } from './use-studio.ts';

/** A camera and a microphone as the browser gives them: nothing of them is sent once they are disabled. */
const trackOf = (kind: 'audio' | 'video') => ({
  kind,
  enabled: true,
  stop: () => undefined,
  getSettings: () => ({}),
});
class Stream {
  readonly #tracks;
  constructor(tracks: ReturnType<typeof trackOf>[]) {
    this.#tracks = tracks;
  }
  getTracks = () => this.#tracks;
  getAudioTracks = () => this.#tracks.filter(({ kind }) => kind === 'audio');
  getVideoTracks = () => this.#tracks.filter(({ kind }) => kind === 'video');
}

let stream: Stream;
let studio: Studio;
function Page() {
  const own = useStudio(undefined);
  useEffect(() => {
    studio = own;
  });
  return <StudioHeader brand={null} studio={own} />;
}
const sent = () => stream.getTracks().map(({ kind, enabled }) => `${kind} ${enabled}`);
const goLive = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Go live' });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  stream = new Stream([trackOf('video'), trackOf('audio')]);
  vi.stubGlobal('MediaStream', Stream);
  // A browser that does not tell its codecs may try.
  vi.stubGlobal('RTCPeerConnection', class {});
  vi.stubGlobal('RTCRtpSender', {});
  const mediaDevices = Object.assign(new EventTarget(), {
    getUserMedia: async () => stream,
    enumerateDevices: async () => [],
  });
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices }));
  act(() => meStore.dispatch({ type: 'loaded', current: currentUserFixture({ user: { type: 'model' } }) }));
});

test('a cut takes picture and sound at once, whatever the server answers; a second press begins nothing, and the next start sends both', async () => {
  stubServer({
    'GET /broadcast/current': { live: true, status: 'online', since: '2026-11-20T10:00:00.000Z' },
  });
  renderPage(<Page />);
  const panic = await screen.findByRole('button', { name: /^Panic/u });
  await waitFor(() => expect(studio.capture.capture.kind).toBe('ready'));
  expect(sent()).toEqual(['video true', 'audio true']);
  vi.useFakeTimers();
  const asked = stubServer({ 'GET /broadcast/current': { live: false, status: 'offline', since: null } });
  fireEvent.click(panic);
  // Nothing has been answered yet.
  expect(sent()).toEqual(['video false', 'audio false']);
  await pass(0);
  expect(asked.find(({ call }) => call === 'POST /broadcast/stop')?.body).toEqual({ reason: 'panic' });
  expect(screen.getByText(/^Cut/u).textContent).toBe('Cut: nobody sees or hears you');
  expect(goLive().disabled).toBe(true);
  fireEvent.click(goLive());
  expect([sent(), studio.broadcast.state.kind]).toEqual([['video false', 'audio false'], 'off']);
  await pass(5_000);
  expect(screen.getByText('Off air')).toBeTruthy();
  expect(goLive().disabled).toBe(false);
  expect([sent(), studio.wasCut]).toEqual([['video false', 'audio false'], true]);
  fireEvent.click(goLive());
  expect([sent(), studio.wasCut]).toEqual([['video true', 'audio true'], false]);
  await pass(0);
});

test.each([
  ['online', 'true', 'On air'],
  ['standby', 'false', 'Standby: nobody sees or hears you'],
])('while the room is %s the light says so', async (status, light, words) => {
  stubServer({ 'GET /broadcast/current': { live: true, status, since: '2026-11-20T10:00:00.000Z' } });
  const { container } = renderPage(<Page />);
  await waitFor(() => expect(container.querySelector('.on-air')?.textContent).toBe(words));
  expect(container.querySelector('header')?.dataset['onAir']).toBe(light);
  expect(screen.getByRole('button', { name: /^Panic/u })).toBeTruthy();
});
