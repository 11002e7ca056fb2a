import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { firstAddress, throughLine, withoutCandidates } from '@klieg/testing/bad-line';
import { chromiumPath } from '@klieg/testing/chromium';
import { type Browser, chromium, type Page } from '@playwright/test';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'];

/** One size that a browser sends, as `sendEncodings` has it. */
export interface Encoding {
  readonly rid?: string;
  readonly scaleResolutionDownBy?: number;
  readonly maxBitrate?: number;
}

export interface BrowserPublisherOptions {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly encodings: readonly Encoding[];
  /** Codecs beside H.264 that the page offers: `rtx` for repeats in a stream of their own. */
  readonly hasRtx?: boolean;
  /** Changes the offer before it is sent. */
  readonly changeOffer?: (sdp: string) => string;
  /** @returns the answer to an offer without addresses */
  readonly exchange: (offer: string) => Promise<string>;
  /** Changes the answer before it is taken. */
  readonly changeAnswer?: (sdp: string) => string;
  /** Where to send instead of the answer's address. @returns a port of 127.0.0.1 */
  readonly through?: (target: { readonly address: string; readonly port: number }) => Promise<number>;
}

/** What the browser says of what it sends. */
export interface SentStats {
  /** Of the line, as it estimates it. */
  readonly availableKbps: number;
  readonly roundTripMs: number;
  readonly layers: readonly {
    readonly rid: string;
    readonly bytesSent: number;
    readonly repeatBytesSent: number;
    readonly height: number;
    readonly targetKbps: number;
    readonly keyframes: number;
    readonly isActive: boolean;
  }[];
}

export interface BrowserPublisher {
  readonly page: Page;
  stats(): Promise<SentStats>;
  /** Stops a size, or begins it again, as a browser on a bad line does. */
  setActive(rid: string, isActive: boolean): Promise<void>;
  close(): Promise<void>;
}

export interface PublishingBrowser {
  publish(options: BrowserPublisherOptions): Promise<BrowserPublisher>;
  close(): Promise<void>;
}

/** By WHIP to a media process. */
export const whipExchange =
  (base: string, token: string) =>
  async (offer: string): Promise<string> => {
    const response = await fetch(`${base}/live/whip`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/sdp' },
      body: offer,
    });
    if (response.status !== 201) throw new Error(`refused with ${response.status}`);
    return response.text();
  };

/*
 * The page: noise that is another in each picture takes every bit that it is given, and keyframes are hardly larger
 * than what comes between them, as in a picture that moves. Sound is a tone.
 */
const PAGE = `<!doctype html><script>
let peer, sender;
async function makeStream({ width, height, fps }) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const noise = Object.assign(document.createElement('canvas'), { width: width * 2, height: height * 2 });
  const paint = noise.getContext('2d');
  const image = paint.createImageData(noise.width, noise.height);
  for (let i = 0; i < image.data.length; i += 4) {
    const shade = 96 + Math.random() * 64;
    image.data[i] = shade; image.data[i + 1] = shade; image.data[i + 2] = shade; image.data[i + 3] = 255;
  }
  paint.putImageData(image, 0, 0);
  const context = canvas.getContext('2d');
  let count = 0;
  setInterval(() => {
    count += 1;
    const [x, y] = [Math.random() * width, Math.random() * height];
    context.drawImage(noise, x, y, width / 2, height / 2, width / 4, height / 4, width / 2, height / 2);
    context.fillStyle = 'hsl(' + ((count * 11) % 360) + ' 80% 50%)';
    context.fillRect((count * 9) % width, 0, width / 4, height / 4);
  }, 1000 / fps);
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const out = audio.createMediaStreamDestination();
  tone.connect(out);
  tone.start();
  return [canvas.captureStream(fps).getVideoTracks()[0], out.stream.getAudioTracks()[0]];
}
async function offer(options) {
  const [picture, sound] = await makeStream(options);
  peer = new RTCPeerConnection({ bundlePolicy: 'max-bundle' });
  const transceiver = peer.addTransceiver(picture, { direction: 'sendonly', sendEncodings: options.encodings });
  sender = transceiver.sender;
  const codecs = RTCRtpSender.getCapabilities('video').codecs;
  const isOurs = ({ mimeType, sdpFmtpLine = '' }) =>
    (/h264/i.test(mimeType) && /packetization-mode=1.*42e0|42e0.*packetization-mode=1/.test(sdpFmtpLine)) ||
    (options.hasRtx && /rtx/i.test(mimeType));
  transceiver.setCodecPreferences(codecs.filter(isOurs));
  const parameters = sender.getParameters();
  parameters.degradationPreference = 'maintain-resolution';
  await sender.setParameters(parameters);
  peer.addTransceiver(sound, { direction: 'sendonly' });
  await peer.setLocalDescription();
  return peer.localDescription.sdp;
}
async function take(answer) {
  const connected = new Promise((resolve) => {
    peer.onconnectionstatechange = () => peer.connectionState === 'connected' && resolve();
  });
  await peer.setRemoteDescription({ type: 'answer', sdp: answer });
  await connected;
}
async function stats() {
  const entries = [...(await peer.getStats()).values()];
  const pair = entries.find((entry) => entry.type === 'candidate-pair' && entry.nominated) ?? {};
  const kbps = (bits) => Math.round((bits ?? 0) / 1000);
  return {
    availableKbps: kbps(pair.availableOutgoingBitrate),
    roundTripMs: Math.round((pair.currentRoundTripTime ?? 0) * 1000),
    layers: entries
      .filter((entry) => entry.type === 'outbound-rtp' && entry.kind === 'video')
      .map((entry) => ({
        rid: entry.rid ?? '',
        bytesSent: entry.bytesSent,
        repeatBytesSent: entry.retransmittedBytesSent ?? 0,
        height: entry.frameHeight ?? 0,
        targetKbps: kbps(entry.targetBitrate),
        keyframes: entry.keyFramesEncoded ?? 0,
        isActive: entry.active ?? true,
      })),
  };
}
async function setActive(rid, isActive) {
  const parameters = sender.getParameters();
  for (const encoding of parameters.encodings) if (encoding.rid === rid) encoding.active = isActive;
  await sender.setParameters(parameters);
}
</script>`;

/** Calls a function of the page. */
const call = <T>(page: Page, name: string, ...args: readonly unknown[]): Promise<T> =>
  page.evaluate(
    ([which, values]) =>
      (globalThis as unknown as Record<string, (...all: unknown[]) => T>)[which]!(...values),
    [name, args] as const,
  );

/** A real Chromium with pages that publish what takes as many bits as it is given. */
export async function startPublishingBrowser(): Promise<PublishingBrowser> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const executablePath = chromiumPath();
  const browser: Browser = await chromium.launch({ ...(executablePath && { executablePath }), args: FLAGS });

  return {
    async publish({
      exchange,
      through,
      changeOffer = (sdp) => sdp,
      changeAnswer = (sdp) => sdp,
      ...settings
    }) {
      const page = await browser.newPage();
      await page.goto(origin);
      const offer = await call<string>(page, 'offer', settings);
      const answer = changeAnswer(await exchange(changeOffer(withoutCandidates(offer))));
      const target = firstAddress(answer);
      const port = target && through ? await through(target) : undefined;
      await call(page, 'take', port === undefined ? answer : throughLine(answer, port));
      return {
        page,
        stats: () => call<SentStats>(page, 'stats'),
        setActive: (rid, isActive) => call(page, 'setActive', rid, isActive),
        close: () => page.close(),
      };
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
