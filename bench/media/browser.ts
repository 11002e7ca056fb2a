import { chromiumPath } from '@klieg/testing/chromium';
import { type Browser, chromium } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
];

const executablePath = chromiumPath();

/** A browser with a camera and microphone that need no leave. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ ...(executablePath && { executablePath }), headless: true, args: FLAGS });
