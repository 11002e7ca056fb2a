import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownCamera } from './own-camera.ts';

const trackOf = (kind: 'audio' | 'video') => {
  const track = {
    kind,
    enabled: true,
    isStopped: false,
    stop: () => void (track.isStopped = true),
    getSettings: () => ({ deviceId: 'camera' }),
  };
  return track;
};
class Stream {
  readonly #tracks;
  constructor(tracks: ReturnType<typeof trackOf>[]) {
    this.#tracks = tracks;
  }
  getTracks = () => this.#tracks;
  getAudioTracks = () => this.#tracks.filter(({ kind }) => kind === 'audio');
  getVideoTracks = () => this.#tracks.filter(({ kind }) => kind === 'video');
}

/** What the browser has given to this page, the newest last. */
let given: Stream[];
let answer: (stream: Stream) => Promise<Stream>;
const stopped = () => given.flatMap((stream) => stream.getTracks().map(({ isStopped }) => isStopped));

beforeEach(() => {
  given = [];
  answer = (stream) => Promise.resolve(stream);
  vi.stubGlobal('MediaStream', Stream);
  // A browser that does not tell its codecs may try.
  vi.stubGlobal('RTCPeerConnection', class {});
  vi.stubGlobal('RTCRtpSender', {});
  const mediaDevices = {
    getUserMedia: ({ audio }: { audio: unknown }) => {
      const stream = new Stream([trackOf('video'), ...(audio ? [trackOf('audio')] : [])]);
      given.push(stream);
      return answer(stream);
    },
    enumerateDevices: async () => [],
  };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices }));
});
afterEach(() => ownCamera.stop());

test('what is filmed for the own eyes is sent to nobody before the word was given, and the devices are let go with the end', async () => {
  const ask = vi.fn(() => Promise.reject(new Error('no right')));
  await ownCamera.open();
  expect(ownCamera.get()).toMatchObject({ capture: { kind: 'on' }, hasConsent: false, sending: undefined });
  await ownCamera.send(ask);
  expect(ask).not.toHaveBeenCalled();
  // The microphone is another device, which is asked for by itself.
  expect(given.at(-1)!.getAudioTracks()).toEqual([]);
  await ownCamera.setSound(true);
  expect(given.at(-1)!.getAudioTracks()).toHaveLength(1);
  ownCamera.setMuted(true);
  expect(given.at(-1)!.getAudioTracks()[0]!.enabled).toBe(false);
  ownCamera.stop();
  expect(stopped()).toEqual([true, true, true]);
  expect(ownCamera.get()).toMatchObject({ capture: { kind: 'off' }, hasConsent: false });
});

test('a word that was given counts for that time alone', async () => {
  const ask = vi.fn(() => Promise.reject(new Error('no right')));
  await ownCamera.open();
  ownCamera.agree();
  await expect(ownCamera.send(ask)).rejects.toThrow('no right');
  ownCamera.stop();
  await ownCamera.open();
  await ownCamera.send(ask);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('who stops before the camera has opened, or before the right to send has come, is neither filmed nor sent', async () => {
  const late = Promise.withResolvers<void>();
  answer = (stream) => late.promise.then(() => stream);
  const opening = ownCamera.open();
  ownCamera.stop();
  late.resolve();
  await opening;
  expect(stopped()).toEqual([true]);
  expect(ownCamera.get().capture.kind).toBe('off');

  answer = (stream) => Promise.resolve(stream);
  await ownCamera.open();
  ownCamera.agree();
  const right = Promise.withResolvers<{ whip_url: string; token: string }>();
  const sending = ownCamera.send(() => right.promise);
  ownCamera.stop();
  right.resolve({ whip_url: '/live/whip/one', token: 't' });
  await sending;
  expect(ownCamera.get().sending).toBeUndefined();
  expect(stopped()).toEqual([true, true]);
});
