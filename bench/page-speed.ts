import { launchBrowser } from './media/browser.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { type Profile, visit } from './pages/measure-page.ts';
import { pressAround } from './pages/measure-presses.ts';
import { withDemo } from './pages/with-demo.ts';

/*
 * How soon a first visit sees a page, whether it stands still meanwhile, and how soon a press is answered, in Chromium
 * against a demo site. Beside each the same page whose scripts never come: what its HTML, style and pictures take on
 * that line by themselves.
 */

const PAGES = [
  { name: 'home', path: '/' },
  { name: 'browse', path: '/girls' },
  { name: 'room', path: '/marlowe_diallo' },
] as const;
const VISITS = 5;
const FOUR_G: Profile = {
  name: '4g',
  width: 1440,
  height: 900,
  mbitPerSecond: 9,
  roundTripMs: 170,
  slowdown: 1,
};
const PHONE: Profile = {
  name: 'phone',
  width: 360,
  height: 740,
  mbitPerSecond: 0.8,
  roundTripMs: 400,
  slowdown: 4,
};
/** A press is measured on a processor of a fourth of the speed, on a line that does not matter. */
const SLOW_PROCESSOR: Profile = {
  name: 'presses',
  width: 1440,
  height: 900,
  mbitPerSecond: 100,
  roundTripMs: 10,
  slowdown: 4,
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const round = (value: number, digits = 0): number => Number(value.toFixed(digits));

async function measureVisits(profile: Profile): Promise<BenchmarkResult> {
  return await withDemo(async (url) => {
    const browser = await launchBrowser();
    try {
      const figures: Record<string, number> = {};
      const reference: Record<string, number | string> = { how: 'the same page whose scripts never come' };
      const ratios: number[] = [];
      for (const { name, path } of PAGES) {
        // The site's own caches are warm, as they are for everybody but the first.
        await visit(browser, url + path, profile, false);
        const ours: number[] = [];
        const bare: number[] = [];
        const shifts: number[] = [];
        for (let at = 0; at < VISITS; at++) {
          const { lcpMs, cls } = await visit(browser, url + path, profile, false);
          ours.push(lcpMs);
          shifts.push(cls);
          bare.push((await visit(browser, url + path, profile, true)).lcpMs);
        }
        figures[`${name}_lcp_ms`] = round(median(ours));
        figures[`${name}_cls`] = round(median(shifts), 4);
        reference[`${name}_lcp_ms`] = round(median(bare));
        ratios.push(median(ours) / median(bare));
      }
      return { figures, reference, ratio: round(Math.max(...ratios), 2) };
    } finally {
      await browser.close();
    }
  });
}

async function measurePresses(): Promise<BenchmarkResult> {
  return await withDemo(async (url) => {
    const browser = await launchBrowser();
    try {
      const presses = await pressAround(browser, url, SLOW_PROCESSOR);
      const times = presses.map(({ ms }) => ms).toSorted((a, b) => a - b);
      const figures = Object.fromEntries(presses.map(({ name, ms }) => [name, round(ms)]));
      const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? NaN;
      return {
        figures: { ...figures, presses: presses.length, p50: at(0.5), p95: at(0.95) },
        reference: { how: 'the browser’s own time from a press to the next frame, at a fourth of the speed' },
      };
    } finally {
      await browser.close();
    }
  });
}

export const benchmarks: readonly Benchmark[] = [
  // Of the largest of the three: how much later the page stands there than without any script.
  { name: 'page-4g', goal: 1.1, run: () => measureVisits(FOUR_G) },
  { name: 'page-phone', goal: 1.1, run: () => measureVisits(PHONE) },
  { name: 'page-presses', goal: { p50: 50, p95: 100 }, run: measurePresses },
];
