import type { BrowserContext, Page } from '@playwright/test';
import { closeLayers, type Control, hasLayer, lookAt, press } from './walk-page.ts';

/** Whoever walks, and what is walked once for several of them. */
export interface Walk {
  readonly who: string;
  readonly context: BrowserContext;
  readonly origin: string;
  /** Addresses to begin with, beside `/`. */
  readonly starts: readonly string[];
  /** Controls that somebody with the same rights has pressed already: by kind of page and name. */
  readonly pressed: Set<string>;
  /** Kinds of pages that somebody with the same rights has opened already. */
  readonly opened: Set<string>;
  /** Pages of each kind that are opened. */
  readonly samples: number;
  /** Milliseconds for pressing; what is left then is asked for without a browser, */
  readonly pressingMs: number;
  /** when so many controls have been pressed, however long that takes on a slow machine. */
  readonly controlsMin: number;
}

/** What a walk has seen. */
export interface Walked {
  readonly pages: number;
  readonly links: number;
  readonly controls: number;
  /** What was wrong, each with the place and the press that brought it out. */
  readonly faults: readonly string[];
}

/** Controls that are not pressed, by their names, and why. */
export const NOT_PRESSED: readonly { readonly name: RegExp; readonly why: string }[] = [
  { name: /^Log out/u, why: 'the rest of the walk would be that of a guest' },
  { name: /^(?:Send|Tip) \S*0|^Buy|^Pay|tokens for|^\$/u, why: 'spends tokens or money' },
  { name: /^Highlight/u, why: 'spends tokens' },
  { name: /^(?:Go live|Start|End)\b|^Panic/u, why: 'changes what is on the air; the studio has a journey' },
  { name: /^(?:Silence|Kick|Ban|Clear|Shield|Close the room)/u, why: 'puts out others who walk here' },
  { name: /^(?:Delete|Remove|New key|Renew)/u, why: 'destroys what cannot be brought back' },
  { name: /^(?:Share|Choose|Test) .*(?:screen|camera|file|picture)/u, why: 'opens a window of the system' },
  { name: /^Translate/u, why: 'asks a service that only the journey of the translation starts' },
  { name: /^(?:Full screen|Picture in picture)/u, why: 'leaves the page' },
];

const refusedBy = ({ name }: Control): boolean => NOT_PRESSED.some((entry) => entry.name.test(name));

/** First segments of addresses that are pages of their own; every other is somebody's name. */
const OWN_PAGES = new Set(
  (
    'search feed inbox account model-desk followed view-history most-liked legal faq support ' +
    'complaints login register broadcast overlay dev reset confirm'
  ).split(' '),
);

const SECTIONS = new Set(['girls', 'men', 'trans', 'couples']);

/** The kind of page that an address is: people, articles, pages of a list and searches are of one kind each. */
export function kindOfPage(address: string): string {
  const { pathname, searchParams } = new URL(address);
  const [, first = '', ...rest] = pathname.split('/');
  const query = [...searchParams.keys()].toSorted().join('&');
  const end = query ? `?${query}` : '';
  if (first === 'faq' && rest.length > 0) return '/faq/{article}';
  if (first === 'legal' && rest.length > 0) return '/legal/{text}';
  if (SECTIONS.has(first)) return `/{section}${end}`;
  if (first === '' || OWN_PAGES.has(first)) return pathname + end;
  return ['/{person}', ...rest].join('/') + end;
}

/** An answer that no visitor should ever get; thumbnails of rooms that are dark are no page. */
const isBad = (status: number): boolean => status === 404 || status >= 500;
/** Refusals such as a missing right are answers of their own; the browser calls each an error of loading. */
const isRefusal = (text: string): boolean =>
  /^Failed to load resource: the server responded with a status of 4(?!04)\d\d/u.test(text);

/** Listens to all that a page may complain of; `where` says what was done last. */
function watchPage(page: Page, origin: string, where: () => string): string[] {
  const faults: string[] = [];
  const tell = (what: string) => faults.push(`${where()}: ${what}`);
  page.on('response', (response) => {
    if (response.url().startsWith(origin) && isBad(response.status()))
      tell(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && !isRefusal(message.text())) tell(message.text().slice(0, 300));
  });
  page.on('pageerror', (error) => tell(`page error: ${error.message.slice(0, 300)}`));
  return faults;
}

const SETTLE_MS = 900;
/** Time for a press to open or ask for something. */
const PAUSE_MS = 60;
/** Waits until what a page or a press has asked for is there; a room never falls quite silent. */
const settle = (page: Page): Promise<void> =>
  page.waitForLoadState('networkidle', { timeout: SETTLE_MS }).catch(() => undefined);

/** Presses in a page until nothing is left; a page that never ends is left. */
const PRESSES_MAX = 200;
/** What closes a layer comes after everything else in it. */
const CLOSES = /^(?:Close|Cancel|Back|Not now|Done)/u;

/** One walker with a page, from address to address. */
async function makeWalker({ who, context, origin, pressed, pressingMs, controlsMin }: Walk) {
  const page = await context.newPage();
  let doing = 'start';
  const faults = watchPage(page, origin, () => `${who}, ${doing}`);
  const waiting: string[] = [];
  const known = new Set<string>();
  const count = { pages: 0, links: 0, controls: 0 };
  const untilMs = Date.now() + pressingMs;
  const mayPress = (): boolean => Date.now() < untilMs || count.controls < controlsMin;

  const follow = (links: readonly string[]): void => {
    for (const link of links) {
      const address = link.split('#')[0]!;
      if (known.has(address)) continue;
      known.add(address);
      count.links += 1;
      if (address.startsWith(`${origin}/`)) waiting.push(address);
    }
  };

  const open = async (address: string): Promise<void> => {
    const go = () => page.goto(address, { waitUntil: 'load' });
    // What was pressed last may be leading elsewhere at this moment.
    await go().catch(async (error: unknown) => {
      if (!String(error).includes('interrupted')) throw error;
      await page.waitForLoadState('load');
      await go();
    });
    await settle(page);
  };

  /** Presses the next control of the page or of the layer over it. @returns false when none is left */
  const pressNext = async (kind: string, opener: string | undefined): Promise<string | false> => {
    const { links, controls } = await lookAt(page);
    follow(links);
    const keyOf = ({ name, isFrame }: Control) => `${isFrame ? 'frame' : kind} ${name}`;
    const left = controls
      .filter((control) => !pressed.has(keyOf(control)) && !refusedBy(control))
      .toSorted((a, b) => Number(CLOSES.test(a.name)) - Number(CLOSES.test(b.name)));
    const [next] = left;
    const wasLayer = await hasLayer(page);
    if (!next) {
      if (!wasLayer) return false;
      await closeLayers(page);
      // A layer that does not close is left with its page.
      return (await hasLayer(page)) ? false : '';
    }
    pressed.add(keyOf(next));
    doing = `${new URL(page.url()).pathname}, ${next.name}`;
    if (await press(page, next)) count.controls += 1;
    await page.waitForTimeout(PAUSE_MS);
    // A menu closes with each choice: it is opened again for the next one.
    if (wasLayer && opener && left.length > 1 && !(await hasLayer(page))) pressed.delete(opener);
    return wasLayer ? (opener ?? '') : keyOf(next);
  };

  return {
    follow,
    next: () => waiting.shift(),
    /** Asks for a page that somebody with the same rights has walked already. */
    async fetch(address: string): Promise<void> {
      const answer = await context.request.get(address);
      count.pages += 1;
      if (isBad(answer.status())) faults.push(`${who}: ${answer.status()} GET ${address}`);
    },
    /** Opens an address and presses what stands there. */
    async walk(address: string): Promise<void> {
      const kind = kindOfPage(address);
      doing = new URL(address).pathname;
      await open(address);
      count.pages += 1;
      const arrived = page.url();
      let opener: string | undefined;
      for (let presses = 0; presses < PRESSES_MAX && mayPress(); presses++) {
        const result = await pressNext(kind, opener);
        if (result === false) break;
        opener = result || undefined;
        if (page.url() === arrived) continue;
        follow([page.url()]);
        await open(arrived);
      }
    },
    mayPress,
    async end(): Promise<Walked> {
      await page.close();
      return { ...count, faults };
    },
  };
}

/** Further addresses of a kind are asked for without a browser, so many of each. */
const FETCHED_MAX = 12;
/** Pages that are another for each principal, and are walked by all. */
const DIFFERS = /^\/(?:\{person\}|account|broadcast|model-desk|inbox|$)/u;

/** Walks every page that links lead to, and presses what stands on each. */
export async function walkSite(walk: Walk): Promise<Walked> {
  const walker = await makeWalker(walk);
  const seenOfKind = new Map<string, number>();
  walker.follow(['/', ...walk.starts].map((path) => walk.origin + path));
  for (let address = walker.next(); address; address = walker.next()) {
    const kind = kindOfPage(address);
    const seen = seenOfKind.get(kind) ?? 0;
    if (seen >= FETCHED_MAX) continue;
    seenOfKind.set(kind, seen + 1);
    const isKnown = walk.opened.has(kind) && !DIFFERS.test(kind);
    if (isKnown || seen >= walk.samples || !walker.mayPress()) await walker.fetch(address);
    else {
      walk.opened.add(kind);
      await walker.walk(address);
    }
  }
  return walker.end();
}
