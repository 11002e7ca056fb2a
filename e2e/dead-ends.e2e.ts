import { type Browser, expect, type Page } from '@playwright/test';
import { howMany } from '@klieg/testing/run-length';
import { joinAndBuy, logIn } from './steps.ts';
import { test } from './test.ts';
import { type Walk, walkSite } from './walk-site.ts';

/*
 * Nobody comes to a dead end: everybody's every link leads to a page, and no press on any control brings out an
 * error. `npm run long` opens more pages of each kind, and each walker presses everything.
 */

// The walkers press switches of the demo's people: no other journey may meet what they leave behind.
test.use({ ownSite: 'walked' });

const SAMPLES = howMany(1, 3);
const isWide = SAMPLES > 1;
/** So long each walker presses; the counts that are printed tell how far it came. */
const PRESSING_MS = howMany(10_000, 8 * 60_000);
/** Of each of them, so that a slow machine has looked at something, too. */
const CONTROLS_MIN = 5;
/** Walkers at a time. */
const AT_ONCE = 3;

interface Principal {
  readonly who: string;
  readonly starts: readonly string[];
  /** Makes the page's browser that principal's. */
  readonly become?: (page: Page) => Promise<unknown>;
}

const logInAs = (name: string) => (page: Page) => logIn(page, name);
/** Pages behind the menu of an account, and a room of the demo that is live. */
const OWN = ['/account/settings', '/inbox', '/marlowe_diallo'];

const PRINCIPALS: readonly Principal[] = [
  { who: 'guest', starts: ['/login', '/register', '/marlowe_diallo', '/demo_model'] },
  { who: 'viewer', starts: OWN, become: logInAs('demo_viewer') },
  { who: 'new member', starts: OWN, become: joinAndBuy },
  { who: 'model', starts: [...OWN, '/broadcast'], become: logInAs('demo_model') },
  { who: 'moderator', starts: OWN, become: logInAs('demo_moderator') },
  { who: 'admin', starts: [...OWN, '/admin'], become: logInAs('demo_admin') },
];

type Shared = Pick<Walk, 'pressed' | 'opened'>;
const nothingYet = (): Shared => ({ pressed: new Set(), opened: new Set() });

async function walkAs({ who, starts, become }: Principal, browser: Browser, shared: Shared) {
  const context = await browser.newContext({ permissions: ['camera', 'microphone'] });
  const page = await context.newPage();
  await become?.(page);
  await page.goto('/');
  const { origin } = new URL(page.url());
  await page.close();
  const walked = await walkSite({
    who,
    context,
    origin,
    starts,
    samples: SAMPLES,
    pressingMs: PRESSING_MS,
    controlsMin: CONTROLS_MIN,
    ...shared,
  });
  await context.close();
  return { who, ...walked };
}

test(
  'no link and no control of any page leads guest, viewer, new member, model, moderator or admin to an error',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(howMany(10, 60) * 60_000);
    const shared = nothingYet();
    // What a guest presses opens the sign-up; what members press does it, and does the same for each of them.
    const sharedBy = ({ who }: Principal) => (who === 'guest' || isWide ? nothingYet() : shared);
    const startedAt = Date.now();
    const waiting = [...PRINCIPALS];
    const walks: Awaited<ReturnType<typeof walkAs>>[] = [];
    const work = async () => {
      for (let one = waiting.shift(); one; one = waiting.shift())
        walks.push(await walkAs(one, browser, sharedBy(one)));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    for (const { who, pages, links, controls } of walks)
      console.log(`${who}: ${pages} pages, ${links} links, ${controls} controls`);
    console.log(`walked in ${Math.round((Date.now() - startedAt) / 1000)} s`);
    expect(walks.flatMap(({ faults }) => faults)).toEqual([]);
    // A walk that went nowhere has found nothing.
    for (const { who, pages, links } of walks) {
      expect(pages, who).toBeGreaterThan(20);
      expect(links, who).toBeGreaterThan(40);
    }
    expect(walks.reduce((sum, { controls }) => sum + controls, 0)).toBeGreaterThan(
      PRINCIPALS.length * CONTROLS_MIN - 1,
    );
  },
);
