import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { chromiumPath } from '@klieg/testing/chromium';
import { type Browser, chromium, type Page } from '@playwright/test';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'];

const { resolve } = createRequire(import.meta.url);
const SCRIPTS: Readonly<Record<string, string>> = {
  '/script/hls.js': resolve('hls.js/dist/hls.min.js'),
  '/script/shaka': resolve('shaka-player/dist/shaka-player.compiled.js'),
};

/** What each player does with an address, as its own documents show it. */
const STARTS: Readonly<Record<Exclude<ForeignPlayer, 'native'>, string>> = {
  'hls.js':
    'const player = new Hls({ lowLatencyMode: true }); player.loadSource(address); player.attachMedia(video);',
  shaka:
    'const player = new shaka.Player(); player.attach(video).then(() => player.load(address)).catch((e) => (window.failure = `${e.code ?? e}`));',
};

/** Players that know nothing of this site; `native` is the browser's own. */
export type ForeignPlayer = 'hls.js' | 'shaka' | 'native';

const isScripted = (player: string): player is keyof typeof STARTS => player in STARTS;

const pageOf = (
  player: keyof typeof STARTS,
): string => `<!doctype html><video muted autoplay playsinline></video>
<script src="/script/${player}"></script><script>
const video = document.querySelector('video');
const address = new URL(location.href).searchParams.get('address');
video.addEventListener('error', () => (window.failure = video.error.message));
${STARTS[player]}</script>`;

/** Plays an address in the page that is open. */
const playHere = (page: Page, address: string) =>
  page.evaluate((src) => {
    const video = Object.assign(document.createElement('video'), { muted: true, autoplay: true, src });
    document.body.append(video);
    video.addEventListener('error', () => Object.assign(window, { failure: video.error?.message }));
  }, address);

/** A real Chromium and pages of another site, each with one player; the browser's own plays on the address's site. */
export interface ForeignSite {
  readonly origin: string;
  /** Opens a page whose player has nothing but this address. */
  open(player: ForeignPlayer, address: string): Promise<Page>;
  /** Opens a page of the site without a player. */
  openEmpty(): Promise<Page>;
  close(): Promise<void>;
}

export async function startForeignSite(): Promise<ForeignSite> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://foreign');
    const script = SCRIPTS[pathname];
    if (script) {
      void readFile(script).then((body) =>
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(body),
      );
      return;
    }
    const player = pathname.slice('/play/'.length);
    const page = isScripted(player) ? pageOf(player) : undefined;
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html' }).end(page ?? '');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const executablePath = chromiumPath();
  const browser: Browser = await chromium.launch({ ...(executablePath && { executablePath }), args: FLAGS });
  return {
    origin,
    async open(player, address) {
      const page = await browser.newPage();
      if (player === 'native') {
        await page.goto(new URL('/healthz', address).href);
        await playHere(page, address);
      } else await page.goto(`${origin}/play/${player}?address=${encodeURIComponent(address)}`);
      return page;
    },
    async openEmpty() {
      const page = await browser.newPage();
      await page.goto(`${origin}/empty`);
      await page.setContent('<!doctype html><body></body>');
      return page;
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** What a page's video has played and what went wrong with it. */
export const readVideo = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => ({
    seconds: video.currentTime,
    width: video.videoWidth,
    frames: video.getVideoPlaybackQuality().totalVideoFrames,
    failure: (window as { failure?: string }).failure,
  }));
