import { type Browser, expect, type Page } from '@playwright/test';
import { isCoturnInstalled, startCoturn } from '@klieg/testing';
import { FIRST_PORT } from './site-data.ts';
import { expectMovingPicture, joinAndBuy, logIn } from './steps.ts';
import { test } from './test.ts';

/* Two people whose networks let UDP through to a TURN server alone, which stands between them and the site. */

const SECRET = 'a secret of the relay and the site';
/** Free in the block of ports of the one worker that journeys with video have. */
const PORT = FIRST_PORT + 9;

test.use({
  ownSite: 'relays',
  siteEnv: {
    ICE_URLS: `stun:127.0.0.1:${PORT},turn:127.0.0.1:${PORT}`,
    TURN_SECRET: SECRET,
    // The relay carries to this machine alone.
    MEDIA_ICE_HOST: '127.0.0.1',
  },
});
test.skip(!isCoturnInstalled, 'there is no TURN server on this machine');

/** A page whose connections by WebRTC find no other way than relays; it keeps them, to be asked for their way. */
async function behindFirewall(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ permissions: ['camera', 'microphone'] });
  await context.addInitScript(() => {
    const peers: RTCPeerConnection[] = [];
    const Peer = RTCPeerConnection;
    Object.assign(globalThis, {
      peers,
      RTCPeerConnection: class extends Peer {
        constructor(configuration?: RTCConfiguration) {
          super({ ...configuration, iceTransportPolicy: 'relay' });
          peers.push(this);
        }
      },
    });
  });
  return context.newPage();
}

/** By what kind of own address the connections of a page go that stand now. */
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
      ways.push(entries.find(({ id }) => id === pair?.['localCandidateId'])?.['candidateType'] ?? '');
    }
    return ways;
  });

test(
  'where only a relay is reached, a performer sends and the payer of a private receives over it, and the studio says so (LIVE-VIDEO-029)',
  { tag: '@long' },
  async ({ browser }) => {
    const relay = await startCoturn(PORT, SECRET);
    const [studio, viewer] = [await behindFirewall(browser), await behindFirewall(browser)];
    try {
      await logIn(studio, 'demo_model');
      await studio.goto('/broadcast');
      await studio.getByRole('button', { name: 'Go live' }).click();
      await expect(studio.locator('.on-air')).toHaveText('On air');
      await expect(studio.getByText('Sending over a relay')).toBeVisible();
      await expect.poll(() => waysOf(studio)).toEqual(['relay']);

      await joinAndBuy(viewer, 200);
      await viewer.goto('/demo_model');
      await expectMovingPicture(viewer);
      await viewer.getByRole('button', { name: /^Private/ }).click();
      await viewer
        .getByRole('dialog')
        .getByRole('button', { name: /^Ask for/ })
        .click();
      await studio.getByRole('button', { name: /^Accept/ }).click();
      await expect.poll(() => waysOf(viewer)).toEqual(['relay']);
      await expectMovingPicture(viewer);
    } finally {
      await studio.context().close();
      await viewer.context().close();
      relay.stop();
    }
  },
);
