import type { Page } from '@playwright/test';

/** Something on a page that can be pressed. */
export interface Control {
  /** Of its element, in the attribute `data-walk`. */
  readonly mark: string;
  /** As a screen reader says it, with digits as `0`. */
  readonly name: string;
  readonly kind: 'press' | 'choose';
  /** Stands in the frame that all pages share: head, foot, bottom navigation. */
  readonly isFrame: boolean;
}

export interface Found {
  /** Addresses of links as they stand there. */
  readonly links: readonly string[];
  readonly controls: readonly Control[];
}

/** Of many alike, such as the heart on each card, this many are pressed. */
const ALIKE_PRESSED = 2;
const ALIKE_FROM = 9;

const look = (page: Page): Promise<Found> =>
  page.evaluate(
    ([alikePressed, alikeFrom]) => {
      const layers = document.querySelectorAll('[role=dialog], [role=menu], [role=listbox]');
      const root: ParentNode = [...layers].at(-1) ?? document;
      const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
      const nameOf = (element: HTMLElement): string =>
        (
          element.getAttribute('aria-label') ??
          (element as HTMLInputElement).labels?.[0]?.textContent ??
          (element.tagName === 'SELECT' ? element.id : element.textContent) ??
          ''
        )
          .trim()
          .replaceAll(/\d[\d,.]*/gu, '0')
          .slice(0, 60);
      const links = [...root.querySelectorAll<HTMLAnchorElement>('a[href]')]
        .filter(isShown)
        .map(({ href }) => href);
      const pressable =
        'button, select, summary, input[type=checkbox], input[type=radio], [role=tab], [role=menuitem], [role=option]';
      const elements = [...root.querySelectorAll<HTMLElement>(pressable)].filter(
        (element) =>
          element.tagName !== 'A' &&
          element.querySelector('a[href]') === null &&
          isShown(element) &&
          !element.matches(':disabled, [aria-disabled=true]'),
      );
      const likenessOf = (element: HTMLElement): string =>
        `${element.tagName} ${element.className} ${nameOf(element).split(' ')[0]}`;
      const alike = Map.groupBy(elements, likenessOf);
      const chosen = elements.filter((element) => {
        const all = alike.get(likenessOf(element)) ?? [];
        return all.length < alikeFrom || all.indexOf(element) < alikePressed;
      });
      const marked = (window as { walked?: number }).walked ?? 0;
      (window as { walked?: number }).walked = marked + chosen.length;
      const controls = chosen.map((element, at) => {
        element.dataset['walk'] ??= String(marked + at);
        return {
          mark: element.dataset['walk'],
          name: nameOf(element),
          kind: element.tagName === 'SELECT' ? ('choose' as const) : ('press' as const),
          isFrame: element.closest('.site-header, .site-footer, .bottom-nav') !== null,
        };
      });
      return { links, controls };
    },
    [ALIKE_PRESSED, ALIKE_FROM] as const,
  );

/** Asks a page something; one that is just being left is asked again when the next is there. */
async function ask<T>(page: Page, question: (page: Page) => Promise<T>): Promise<T> {
  for (let left = 3; ; left--) {
    try {
      return await question(page);
    } catch (error) {
      if (left === 0 || !String(error).includes('context was destroyed')) throw error;
      await page.waitForLoadState('load');
    }
  }
}

/** What a page shows now, or what an open layer over it shows, for then nothing else can be pressed. */
export const lookAt = (page: Page): Promise<Found> => ask(page, look);

/** How long a control may hide from a press, such as under a toast, before it is left alone. */
const PRESS_MS = 800;

/** Presses a control, or chooses the last entry of a list. @returns false where it was gone or covered */
export async function press(page: Page, { mark, kind }: Control): Promise<boolean> {
  const element = page.locator(`[data-walk="${mark}"]`);
  const timeout = PRESS_MS;
  try {
    if (kind === 'press') await element.click({ timeout });
    else {
      const last = await element.locator('option').last().getAttribute('value', { timeout });
      await element.selectOption(last, { timeout });
    }
    return true;
  } catch {
    return false;
  }
}

/** Whether a dialog, menu or list lies over the page. */
export const hasLayer = (page: Page): Promise<boolean> =>
  ask(page, () =>
    page.evaluate(() => document.querySelector('[role=dialog], [role=menu], [role=listbox]') !== null),
  );

/** Closes what lies over the page, one after the other. */
export async function closeLayers(page: Page): Promise<void> {
  for (let left = 4; left > 0 && (await hasLayer(page)); left--) await page.keyboard.press('Escape');
}
