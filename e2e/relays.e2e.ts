import { chromium, type Browser, expect, type Page } from '@playwright/test';
import { isCoturnInstalled, startCoturn } from '@klieg/testing';
import { FIRST_PORT } from './site-data.ts';
import { expectMovingPicture, joinAndBuy, logIn } from './steps.ts';
import { test } from './test.ts';

/* Two people whose networks let nothing but TCP through, and a TURN server between them and the site. */

const SECRET = 'a secret of the relay and the site';
/** Free in the block of ports of the one worker that journeys with video have. */
const PORT = FIRST_PORT + 9;

test.use({
  ownSite: 'relays',
  siteEnv: {
    ICE_URLS: `turn:127.0.0.1:${PORT}?transport=tcp`,
    TURN_SECRET: SECRET,
    // The relay carries to this machine alone.
    MEDIA_ICE_HOST: '127.0.0.1',
  },
});
test.skip(!isCoturnInstalled, 'there is no TURN server on this machine');

/** A browser of its own, which sends no UDP that no proxy carries, and keeps what connects it. */
async function withoutUdp(baseURL: string): Promise<{ readonly browser: Browser; readonly page: Page }> {
  const { launchOptions } = test.info().project.use;
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), '--force-webrtc-ip-handling-policy=disable_non_proxied_udp'],
  });
  const context = await browser.newContext({ baseURL, permissions: ['camera', 'microphone'] });
  await context.addInitScript(() => {
    const peers: RTCPeerConnection[] = [];
    const Peer = RTCPeerConnection;
    Object.assign(globalThis, {
      peers,
      RTCPeerConnection: class extends Peer {
        constructor(configuration?: RTCConfiguration) {
          super(configuration);
          peers.push(this);
        }
      },
    });
  });
  return { browser, page: await context.newPage() };
}

/** By what kind of own address the connections of a page go that stand now, and how those are reached. */
const waysOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { peers } = globalThis as unknown as { peers: RTCPeerConnection[] };
    const ways: string[] = [];
    for (const peer of peers) {
      if (peer.connectionState !== 'connected') continue;
      const report = await peer.getStats();
      const entries = [...report.values()] as Record<string, string>[];
      const transport = entries.find(({ type }) => type === 'transport');
      const pair = entries.find(({ id }) => id === transport?.['selectedCandidatePairId']);
      const local = entries.find(({ id }) => id === pair?.['localCandidateId']);
      ways.push(`${local?.['candidateType']} ${local?.['relayProtocol']}`);
    }
    return ways;
  });

test('without UDP a performer sends, and a viewer of a private receives, over a relay, and the studio says so (LIVE-VIDEO-029)', async ({
  baseURL,
}) => {
  const relay = await startCoturn(PORT, SECRET);
  const [performer, payer] = [await withoutUdp(baseURL!), await withoutUdp(baseURL!)];
  const [studio, viewer] = [performer.page, payer.page];
  try {
    await logIn(studio, 'demo_model');
    await studio.goto('/broadcast');
    await studio.getByRole('button', { name: 'Go live' }).click();
    await expect(studio.locator('.on-air')).toHaveText('On air');
    await expect(studio.getByText('Sending over a relay')).toBeVisible();
    await expect.poll(() => waysOf(studio)).toEqual(['relay tcp']);

    await joinAndBuy(viewer, 200);
    await viewer.goto('/demo_model');
    await expectMovingPicture(viewer);
    await viewer.getByRole('button', { name: /^Private/ }).click();
    await viewer
      .getByRole('dialog')
      .getByRole('button', { name: /^Ask for/ })
      .click();
    await studio.getByRole('button', { name: /^Accept/ }).click();
    await expect.poll(() => waysOf(viewer)).toEqual(['relay tcp']);
    await expectMovingPicture(viewer);
    await studio.getByRole('button', { name: /^End/ }).first().click();
  } finally {
    await performer.browser.close();
    await payer.browser.close();
    relay.stop();
  }
});
