import { expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { expectMovingPicture, logIn } from './steps.ts';
import { test } from './test.ts';
import { withoutUdp } from './without-udp.ts';

/* Going live from a network that lets no UDP through, and from one that stops to. */

const state = (page: Page) => page.locator('.on-air');
const overTcp = (page: Page) => page.getByText('Sending over TCP: your network blocks UDP');

/** The addresses by which this browser would be reached by UDP. */
async function candidatesOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const peer = new RTCPeerConnection();
    peer.createDataChannel('x');
    const found: string[] = [];
    peer.addEventListener(
      'icecandidate',
      ({ candidate }) => candidate?.candidate && found.push(candidate.candidate),
    );
    await peer.setLocalDescription();
    await new Promise((resolve) => {
      if (peer.iceGatheringState === 'complete') return resolve(undefined);
      peer.addEventListener(
        'icegatheringstatechange',
        () => peer.iceGatheringState === 'complete' && resolve(undefined),
      );
    });
    peer.close();
    return found.filter((one) => / udp /i.test(one));
  });
}

/** Opens the studio with camera and microphone. */
async function openStudio(page: Page): Promise<void> {
  await logIn(page, 'demo_model');
  await page.goto('/broadcast');
  // A broadcast that another journey has left without a word is waited for, for a minute.
  await expect(state(page)).toHaveText('Off air', { timeout: 150_000 });
}

const SHOTS = process.env['WS_INGEST_SHOTS'];
/** The studio in every look, with what it says of its line in view; pictures of it for whoever wants to see them. */
async function lookAt(page: Page, name: string): Promise<void> {
  await inEveryLook(page, async (look) => {
    await page.getByText('Network check').scrollIntoViewIfNeeded();
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-${look.name}.png`.replaceAll(' ', '-') });
    expect(await findings(page, look), look.name).toEqual([]);
    expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
  });
}

async function endStream(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^End/ }).click();
  await expect(state(page)).toHaveText('Off air');
}

test(
  'without UDP the picture goes over TCP by itself, the studio says so, and a viewer sees it move (LIVE-VIDEO-029)',
  { tag: '@full' },
  async ({ page: guest, baseURL }) => {
    const page = await withoutUdp(baseURL!);
    await openStudio(page);
    expect(await candidatesOf(page)).toEqual([]);

    const check = page.getByRole('button', { name: 'Check my network' });
    // The studio is told of such a broadcast a moment after it says that it is off air.
    await expect(check).toBeEnabled({ timeout: 150_000 });
    await check.click();
    await expect(page.getByText('Your network blocks UDP. Your stream will use TCP')).toBeVisible();
    await expect(page.getByText(/You can send \d+×\d+/u)).toBeVisible();
    await lookAt(page, 'checked');

    await page.getByRole('button', { name: 'Go live' }).click();
    await expect(state(page)).toHaveText('On air');
    await expect(overTcp(page)).toBeVisible();
    await lookAt(page, 'live');
    await expect(page.getByRole('button', { name: 'Check again' })).toBeDisabled();

    await guest.goto('/demo_model');
    await expectMovingPicture(guest);
    // The camera that is put out and on again is another track on the same connection.
    await page.getByText('Camera off, sound only').click();
    await page.getByText('Mute', { exact: true }).click();
    await page.getByText('Camera off, sound only').click();
    await page.getByText('Mute', { exact: true }).click();
    await expectMovingPicture(guest);
    await expect(overTcp(page)).toBeVisible();

    await endStream(page);
    const status = async () => {
      const answer = await page.request.get('/api/v1/broadcast/current');
      return ((await answer.json()) as { status: string }).status;
    };
    await expect.poll(status).toBe('offline');
    await page.close();
  },
);

test(
  'a broadcast whose UDP stops in the middle goes on over TCP, with the same viewers; the next start tries UDP again',
  { tag: '@long' },
  async ({ page, browser }) => {
    await page.context().grantPermissions(['camera', 'microphone']);
    // As on a network that suddenly lets no UDP through: what runs ends, and what is begun finds no way.
    await page.addInitScript(() => {
      const peers: RTCPeerConnection[] = [];
      let isBlocked = false;
      const Peer = RTCPeerConnection;
      Object.assign(window, {
        blockUdp(isNow: boolean) {
          isBlocked = isNow;
          for (const peer of peers.splice(0)) peer.close();
        },
        RTCPeerConnection: class extends Peer {
          constructor(configuration?: RTCConfiguration) {
            super(isBlocked ? { ...configuration, iceTransportPolicy: 'relay' } : configuration);
            peers.push(this);
          }
        },
      });
    });
    const blockUdp = (isBlocked: boolean) =>
      page.evaluate(
        (isNow) => (window as unknown as { blockUdp(isNow: boolean): void }).blockUdp(isNow),
        isBlocked,
      );
    await openStudio(page);
    await page.getByRole('button', { name: 'Go live' }).click();
    await expect(state(page)).toHaveText('On air');
    await expect(overTcp(page)).toBeHidden();
    const broadcastOf = async () => {
      const answer = await page.request.get('/api/v1/broadcast/current');
      return ((await answer.json()) as { broadcast_id: string }).broadcast_id;
    };
    const before = await broadcastOf();
    const guest = await browser.newPage({ baseURL: new URL(page.url()).origin });
    await guest.goto('/demo_model');
    await expectMovingPicture(guest);

    await blockUdp(true);
    await expect(state(page)).toHaveText('Reconnecting');
    await expect(overTcp(page)).toBeVisible();
    await expect(state(page)).toHaveText('On air');
    await expectMovingPicture(guest);
    expect(await broadcastOf()).toBe(before);

    await endStream(page);
    await blockUdp(false);
    await page.getByRole('button', { name: 'Go live' }).click();
    await expect(state(page)).toHaveText('On air');
    await expect(overTcp(page)).toBeHidden();
    await endStream(page);
  },
);

test(
  'a browser without streams of tracks sends over TCP as well',
  { tag: '@long' },
  async ({ page: guest, baseURL }) => {
    const page = await withoutUdp(baseURL!);
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'MediaStreamTrackProcessor'));
    await openStudio(page);
    await page.getByRole('button', { name: 'Go live' }).click();
    await expect(overTcp(page)).toBeVisible();
    await guest.goto('/demo_model');
    await expectMovingPicture(guest);
    await endStream(page);
    await page.close();
  },
);

test(
  'a browser that cannot encode by itself goes on trying, as it always did',
  { tag: '@long' },
  async ({ baseURL }) => {
    const page = await withoutUdp(baseURL!);
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'VideoEncoder'));
    await openStudio(page);
    await page.getByRole('button', { name: 'Go live' }).click();
    await expect(state(page)).toHaveText('Reconnecting');
    await expect(overTcp(page)).toBeHidden();
    await endStream(page);
    await page.close();
  },
);
