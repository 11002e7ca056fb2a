import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import {
  editConfiguration,
  isCaddyInstalled,
  isCoturnInstalled,
  startCaddy,
  startCoturn,
} from '@klieg/testing';
import { chromiumPath } from '@klieg/testing/chromium';
import {
  addressFor,
  makeOwnNetwork,
  type NetworkOptions,
  type OwnNetwork,
  whyNoNetwork,
} from '@klieg/testing/network';
import { FIRST_PORT } from './site-data.ts';
import { expectMovingPicture, logIn } from './steps.ts';
import { test } from './test.ts';

/*
 * Two people in a network that lets TCP through to the site's one port and no UDP at all, as those of offices and
 * hotels do; and in one that lets UDP through to a TURN server besides. The site stands behind the shipped Caddy.
 */

const SECRET = 'a secret of the relay and the site';
/** Free in the block of ports of the one worker that journeys with video have. */
const [RELAY_PORT, HTTPS_PORT, HTTP_PORT] = [9, 8, 7].map((more) => FIRST_PORT + more) as [
  number,
  number,
  number,
];
/** A demo is of this machine alone, and so is its name, which the browser inside is told the address of. */
const HOST = 'klieg.localhost';
const ROOT = join(import.meta.dirname, '..');
const MEASURE_MS = 15_000;
const WARM_UP_MS = 5_000;

test.use({
  ownSite: 'no-udp',
  siteEnv: {
    PUBLIC_URL: `https://${HOST}:${HTTPS_PORT}`,
    SISTER_URL: `https://sister.localhost:${HTTPS_PORT}`,
    TRUSTED_HOPS: '1',
    ICE_URLS: `turn:${addressFor(FIRST_PORT)}:${RELAY_PORT}`,
    TURN_SECRET: SECRET,
    // The relay carries to this machine alone.
    MEDIA_ICE_HOST: '127.0.0.1',
  },
});
test.skip(whyNoNetwork !== undefined, whyNoNetwork);
test.skip(!isCaddyInstalled, 'there is no Caddy on this machine');

interface Stage {
  readonly network: OwnNetwork;
  openPage(): Promise<Page>;
}

/** Runs with the site's front door, a network with one way to it, and a browser inside. */
async function inside(
  siteUrl: string,
  more: Pick<NetworkOptions, 'udpPort'>,
  launch: object,
  use: (stage: Stage) => Promise<void>,
): Promise<void> {
  const network = makeOwnNetwork({ id: FIRST_PORT, tcpPort: HTTPS_PORT, ...more });
  const shipped = readFileSync(join(ROOT, 'deploy', 'caddy', 'Caddyfile'), 'utf8');
  const caddyfile = editConfiguration(shipped, [['{$KLIEG_HOST:klieg.example} {', `${HOST} {`]]);
  const ports = { http: HTTP_PORT, https: HTTPS_PORT };
  const caddy = await startCaddy(caddyfile, HTTPS_PORT, ports, {
    KLIEG_SITE: `127.0.0.1:${new URL(siteUrl).port}`,
  });
  let browser: Browser | undefined;
  try {
    const { args = [] } = launch as { args?: string[] };
    const opened = await chromium.launch({
      ...launch,
      executablePath: network.programInside(chromiumPath() ?? chromium.executablePath()),
      args: [...args, `--host-resolver-rules=MAP *.localhost ${network.address}`],
    });
    browser = opened;
    await use({
      network,
      async openPage() {
        const context = await opened.newContext({
          baseURL: `https://${HOST}:${HTTPS_PORT}`,
          ignoreHTTPSErrors: true,
          storageState: {
            cookies: [],
            origins: [
              {
                origin: `https://${HOST}:${HTTPS_PORT}`,
                localStorage: [{ name: 'klieg.club-announced', value: 'true' }],
              },
            ],
          },
          permissions: ['camera', 'microphone'],
          reducedMotion: 'reduce',
          viewport: { width: 1440, height: 900 },
        });
        return context.newPage();
      },
    });
  } finally {
    await browser?.close();
    caddy.stop();
    network.close();
  }
}

const BAR_CODE = readFileSync(join(ROOT, 'bench', 'pages', 'bar-code.js'), 'utf8').replaceAll('export ', '');

/** A camera that shows the time as a bar code. */
const withClockCamera = (page: Page): Promise<unknown> =>
  page.addInitScript(`{
    ${BAR_CODE}
    const devices = navigator.mediaDevices;
    const getUserMedia = devices?.getUserMedia.bind(devices);
    if (getUserMedia) devices.getUserMedia = async (wanted) => {
      const stream = await getUserMedia(wanted);
      if (!wanted?.video) return stream;
      const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
      const context = canvas.getContext('2d');
      let frame = 0;
      setInterval(() => {
        frame += 1;
        context.fillStyle = '#345';
        context.fillRect(0, 0, 640, 360);
        for (let k = 0; k < 12; k++) {
          context.fillStyle = 'hsl(' + ((frame * 3 + k * 30) % 360) + ' 70% 50%)';
          context.fillRect((frame * 5 + k * 80) % 640, 110 + ((frame * 3 + k * 50) % 210), 40, 40);
        }
        drawTime(context, 640, Date.now());
      }, 1000 / 15);
      const [picture] = canvas.captureStream(15).getVideoTracks();
      return new MediaStream([picture, ...stream.getAudioTracks()]);
    };
  }`);

/** Prints how old the pictures are that somebody sees; how old they may be depends on the machine. */
async function tellAges(page: Page, name: string): Promise<void> {
  const ages = (await page.evaluate(`(async () => {
    ${BAR_CODE}
    const video = document.querySelector('video');
    const ages = [];
    let isOn = false;
    const look = () => {
      const age = readAgeMs(video);
      if (isOn && age !== undefined) ages.push(age);
      video.requestVideoFrameCallback(look);
    };
    video.requestVideoFrameCallback(look);
    await new Promise((resolve) => setTimeout(resolve, ${WARM_UP_MS}));
    isOn = true;
    await new Promise((resolve) => setTimeout(resolve, ${MEASURE_MS}));
    isOn = false;
    return ages.toSorted((a, b) => a - b);
  })()`)) as number[];
  const at = (share: number): number | undefined => ages[Math.floor(ages.length * share)];
  console.log(`${name}: glass to glass p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, of ${ages.length} pictures`);
}

/** What gets out: to the site's port, to another one, and by UDP to a relay's. */
function waysOut({ run, address }: OwnNetwork): readonly boolean[] {
  const tcp = (port: number): string =>
    `require('node:net').connect(${port}, '${address}').on('connect', () => process.exit(0)).on('error', () => process.exit(1))`;
  const udp = `require('node:dgram').createSocket('udp4').send('x', ${RELAY_PORT}, '${address}', (err) => process.exit(err ? 1 : 0))`;
  return [tcp(HTTPS_PORT), tcp(HTTP_PORT), udp].map(
    (script) => run(process.execPath, ['-e', script]).status === 0,
  );
}

async function goLive(page: Page): Promise<void> {
  await withClockCamera(page);
  await logIn(page, 'demo_model');
  await page.goto('/broadcast');
  // A broadcast that another journey has left without a word is waited for, for a minute.
  await expect(page.locator('.on-air')).toHaveText('Off air', { timeout: 150_000 });
  await page.getByRole('button', { name: 'Go live' }).click();
  await expect(page.locator('.on-air')).toHaveText('On air');
}

async function chat(from: Page, to: Page, line: string): Promise<void> {
  await from.getByLabel('Message', { exact: true }).fill(line);
  await from.keyboard.press('Enter');
  for (const page of [from, to]) await expect(page.getByRole('log').getByText(line)).toBeVisible();
}

test(
  'out of a network without UDP and with one port of TCP a performer goes live, a viewer sees it move, and both chat (LIVE-VIDEO-029)',
  { tag: '@long' },
  async ({ site }, { project }) => {
    await inside(site.url, {}, project.use.launchOptions ?? {}, async ({ network, openPage }) => {
      expect(waysOut(network)).toEqual([true, false, false]);
      const [studio, viewer] = [await openPage(), await openPage()];
      await goLive(studio);
      await expect(studio.getByText('Sending over TCP: your network blocks UDP')).toBeVisible();
      await logIn(viewer, 'demo_viewer');
      await viewer.goto('/demo_model');
      await expectMovingPicture(viewer);
      await chat(viewer, studio, 'good evening from the hotel');
      await chat(studio, viewer, 'welcome to the hotel');
      await tellAges(viewer, 'no UDP at all');
    });
  },
);

test(
  'where UDP reaches a TURN server alone, a performer sends over it, a viewer sees it move, and both chat (LIVE-VIDEO-029)',
  { tag: '@long' },
  async ({ site }, { project }) => {
    test.skip(!isCoturnInstalled, 'there is no TURN server on this machine');
    await inside(
      site.url,
      { udpPort: RELAY_PORT },
      project.use.launchOptions ?? {},
      async ({ network, openPage }) => {
        const relay = await startCoturn(RELAY_PORT, SECRET, network.address);
        try {
          expect(waysOut(network)).toEqual([true, false, true]);
          const [studio, viewer] = [await openPage(), await openPage()];
          await goLive(studio);
          await expect(studio.getByText('Sending over a relay')).toBeVisible();
          await logIn(viewer, 'demo_viewer');
          await viewer.goto('/demo_model');
          await expectMovingPicture(viewer);
          await chat(viewer, studio, 'good evening over the relay');
          await tellAges(viewer, 'UDP to a TURN server alone');
        } finally {
          relay.stop();
        }
      },
    );
  },
);
