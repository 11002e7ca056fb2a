import { chromium, type Page } from '@playwright/test';
import { test } from './test.ts';

/** Opens a page of a browser of its own, which sends no UDP that no proxy carries. */
export async function withoutUdp(baseURL: string): Promise<Page> {
  const { launchOptions } = test.info().project.use;
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), '--force-webrtc-ip-handling-policy=disable_non_proxied_udp'],
  });
  const context = await browser.newContext({ baseURL, permissions: ['camera', 'microphone'] });
  const page = await context.newPage();
  page.once('close', () => void browser.close());
  return page;
}
