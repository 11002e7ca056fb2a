import { chromiumPath } from '@klieg/testing/chromium';
import {
  type BadLine,
  firstAddress,
  type LineProfile,
  startBadLine,
  throughLine,
  withoutCandidates,
} from '@klieg/testing/bad-line';
import { type Browser, chromium, type Page } from '@playwright/test';

/* A real Chromium that plays a stream by WHEP, reached through a bad line alone. */

const FLAGS = ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'];

const RENEW_MS = 20_000;

/** What the browser itself says of what it plays, since it began. */
export interface WhepPageFigures {
  readonly width: number;
  readonly height: number;
  readonly framesReceived: number;
  readonly framesDecoded: number;
  readonly keyFramesDecoded: number;
  readonly framesDropped: number;
  readonly freezeMs: number;
  readonly packetsLost: number;
  readonly nackCount: number;
  readonly pliCount: number;
  readonly repeats: number;
  readonly bytes: number;
  /** Mean time of pictures in its buffer. */
  readonly bufferMs: number;
  readonly soundPackets: number;
  readonly soundConcealedMs: number;
  readonly soundPacketsLost: number;
}

export interface WhepPage {
  readonly line: BadLine;
  /** The description that was answered with. */
  readonly answer: string;
  figures(): Promise<WhepPageFigures>;
  /** What was shown, by the stream's own time: each picture as a few grey values. */
  pictures(): Promise<ReadonlyMap<number, readonly number[]>>;
  /** When each picture was shown, in milliseconds of the page, by the stream's own time in ticks of 90 kHz. */
  shown(): Promise<readonly (readonly [ticks: number, atMs: number])[]>;
  close(): Promise<void>;
}

export interface WhepPages {
  /**
   * @param base of the media process @param makeToken a fresh token of the same viewer, at the start and again before
   * it ends @throws Error where it is not let in
   */
  open(
    base: string,
    streamName: string,
    makeToken: () => string,
    down: LineProfile,
    up?: LineProfile,
  ): Promise<WhepPage>;
  /** Plays what another sender answers, without a right that has to be renewed. */
  openAt(answer: (offer: string) => Promise<string>, down: LineProfile): Promise<WhepPage>;
  close(): Promise<void>;
}

/** All that a page has shown in minutes would be megabytes each time that somebody asks. */
const PICTURES_KEPT = 900;

/** Keeps the pictures that were shown last, as a few grey values by their times. */
const keepPicturesHere = (page: Page): Promise<void> =>
  page.evaluate((most) => {
    const [columns, rows] = [16, 9];
    const video = document.querySelector('video')!;
    const canvas = new OffscreenCanvas(columns, rows).getContext('2d', { willReadFrequently: true })!;
    const kept = new Map<number, number[]>();
    const shown: [number, number][] = [];
    Object.assign(globalThis, { kept, shown });
    const keep = (_now: number, { rtpTimestamp, expectedDisplayTime }: VideoFrameCallbackMetadata): void => {
      if (rtpTimestamp !== undefined) shown.push([rtpTimestamp, expectedDisplayTime]);
      canvas.drawImage(video, 0, 0, columns, rows);
      const { data } = canvas.getImageData(0, 0, columns, rows);
      const greys = Array.from({ length: columns * rows }, (_, i) =>
        Math.round((data[i * 4]! + data[i * 4 + 1]! + data[i * 4 + 2]!) / 3),
      );
      // A page that is not painted yet has nothing to be read.
      if (rtpTimestamp !== undefined && greys.some((grey) => grey > 0)) kept.set(rtpTimestamp, greys);
      const [oldest] = kept.keys();
      if (kept.size > most) kept.delete(oldest!);
      video.requestVideoFrameCallback(keep);
    };
    video.requestVideoFrameCallback(keep);
  }, PICTURES_KEPT);

const picturesHere = async (page: Page): Promise<ReadonlyMap<number, readonly number[]>> =>
  new Map(await page.evaluate(() => [...(globalThis as unknown as { kept: Map<number, number[]> }).kept]));

const shownHere = (page: Page): Promise<[number, number][]> =>
  page.evaluate(() => (globalThis as unknown as { shown: [number, number][] }).shown);

/** Offers in the page that is open. */
const offerHere = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const peer = new RTCPeerConnection();
    const video = Object.assign(document.createElement('video'), { muted: true, autoplay: true });
    document.body.replaceChildren(video);
    peer.addTransceiver('video', { direction: 'recvonly' });
    peer.addTransceiver('audio', { direction: 'recvonly' });
    const stream = new MediaStream();
    peer.ontrack = ({ track }) => {
      stream.addTrack(track);
      video.srcObject = stream;
    };
    Object.assign(globalThis, { peer });
    await peer.setLocalDescription();
    return peer.localDescription!.sdp;
  });

const answerHere = (page: Page, sdp: string): Promise<void> =>
  page.evaluate(
    (answer) =>
      (globalThis as unknown as { peer: RTCPeerConnection }).peer.setRemoteDescription({
        type: 'answer',
        sdp: answer,
      }),
    sdp,
  );

const readHere = (page: Page): Promise<WhepPageFigures> =>
  page.evaluate(async () => {
    const { peer } = globalThis as unknown as { peer: RTCPeerConnection };
    const reports = [...(await peer.getStats()).values()] as Record<string, number & string>[];
    const of = (kind: string) =>
      reports.find((one) => one['type'] === 'inbound-rtp' && one['kind'] === kind) ?? {};
    const video = of('video');
    const audio = of('audio');
    const number = (one: Record<string, number>, key: string): number => one[key] ?? 0;
    const emitted = number(video, 'jitterBufferEmittedCount');
    return {
      width: number(video, 'frameWidth'),
      height: number(video, 'frameHeight'),
      framesReceived: number(video, 'framesReceived'),
      framesDecoded: number(video, 'framesDecoded'),
      keyFramesDecoded: number(video, 'keyFramesDecoded'),
      framesDropped: number(video, 'framesDropped'),
      freezeMs: number(video, 'totalFreezesDuration') * 1_000,
      packetsLost: number(video, 'packetsLost'),
      nackCount: number(video, 'nackCount'),
      pliCount: number(video, 'pliCount'),
      repeats: number(video, 'retransmittedPacketsReceived'),
      bytes: number(video, 'bytesReceived'),
      bufferMs: emitted > 0 ? (number(video, 'jitterBufferDelay') / emitted) * 1_000 : 0,
      soundPackets: number(audio, 'packetsReceived'),
      soundConcealedMs: number(audio, 'concealedSamples') / 48,
      soundPacketsLost: number(audio, 'packetsLost'),
    };
  });

export async function startWhepPages(random: () => number): Promise<WhepPages> {
  const executablePath = chromiumPath();
  const browser: Browser = await chromium.launch({ ...(executablePath && { executablePath }), args: FLAGS });
  const lines = new Set<BadLine>();
  const renewals = new Set<NodeJS.Timeout>();

  const newPage = async (address: string): Promise<Page> => {
    const page = await browser.newPage();
    await page.goto(address === 'about:blank' ? address : `${address}/healthz`);
    return page;
  };

  const connect = async (
    page: Page,
    answer: string,
    profiles: { readonly down: LineProfile; readonly up?: LineProfile },
    onClose: () => void,
  ): Promise<WhepPage> => {
    const target = firstAddress(answer);
    if (!target) throw new Error(`no address in ${answer}`);
    const line = await startBadLine({ target, ...profiles, random });
    lines.add(line);
    await answerHere(page, throughLine(answer, line.port));
    await keepPicturesHere(page);
    return {
      line,
      answer,
      figures: () => readHere(page),
      pictures: () => picturesHere(page),
      shown: () => shownHere(page),
      async close() {
        onClose();
        await page.close();
        await line.close();
        lines.delete(line);
      },
    };
  };

  return {
    async open(base, streamName, makeToken, down, up = {}) {
      const page = await newPage(base);
      const response = await fetch(`${base}/live/whep/${streamName}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${makeToken()}`, 'content-type': 'application/sdp' },
        body: withoutCandidates(await offerHere(page)),
      });
      const answer = await response.text();
      if (response.status !== 201) {
        await page.close();
        throw new Error(`not let in: ${response.status} ${answer}`);
      }
      const resource = new URL(response.headers.get('location')!, base);
      const renewal = setInterval(() => {
        const headers = { authorization: `Bearer ${makeToken()}` };
        fetch(resource, { method: 'PATCH', headers }).catch(() => {});
      }, RENEW_MS);
      renewals.add(renewal);
      return connect(page, answer, { down, up }, () => clearInterval(renewal));
    },
    async openAt(answerOffer, down) {
      const page = await newPage('about:blank');
      const answer = await answerOffer(withoutCandidates(await offerHere(page)));
      return connect(page, answer, { down }, () => {});
    },
    async close() {
      for (const renewal of renewals) clearInterval(renewal);
      await browser.close();
      for (const line of lines) await line.close();
    },
  };
}
