import { afterEach, expect, test, vi } from 'vitest';
import { preferH264, sendableCodecs } from './h264-codecs.ts';

afterEach(() => vi.unstubAllGlobals());

const h264 = (profile: string, mode = 1) => ({
  mimeType: 'video/H264',
  sdpFmtpLine: `level-asymmetry-allowed=1;packetization-mode=${mode};profile-level-id=${profile}`,
});

test('constrained baseline comes first, other profiles after it, then repeats; other codecs and modes not at all (LIVE-VIDEO-029)', () => {
  const codecs = [
    { mimeType: 'video/VP8' },
    h264('64001f'),
    h264('42e01f', 0),
    h264('42e01f'),
    { mimeType: 'video/rtx' },
  ];
  expect(preferH264(codecs)).toEqual([h264('42e01f'), h264('64001f'), { mimeType: 'video/rtx' }]);
});

test('without usable H.264 there is nothing to prefer', () => {
  const rtx = { mimeType: 'video/rtx' };
  expect(preferH264([{ mimeType: 'video/VP8' }, h264('42e01f', 0), rtx])).toEqual([]);
});

test('a browser that does not tell its codecs may try; one without WebRTC cannot send', () => {
  vi.stubGlobal('RTCPeerConnection', undefined);
  expect(sendableCodecs()).toEqual([]);
  vi.stubGlobal('RTCPeerConnection', class {});
  vi.stubGlobal('RTCRtpSender', class {});
  expect(sendableCodecs()).toBeUndefined();
  const getCapabilities = () => ({
    codecs: [{ mimeType: 'video/VP8' }, h264('42e01f')],
    headerExtensions: [],
  });
  vi.stubGlobal('RTCRtpSender', { getCapabilities });
  expect(sendableCodecs()).toEqual([h264('42e01f')]);
});
