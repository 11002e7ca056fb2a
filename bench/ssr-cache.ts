import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@klieg/kernel';
import { readConfig } from '../apps/site/src/app/config.ts';
import { start } from '../apps/site/src/app/start.ts';
import type { Benchmark } from './benchmark.ts';

const PORT = 18_431;
const CARDS = 98;
const RENDERS = 60;
const HITS = 4_000;

/** The home page with 98 cards: from the micro-cache against rendering it anew, by CPU time of the server. */
export const benchmarks: readonly Benchmark[] = [
  {
    name: 'ssr-cache',
    goal: 30,
    async run() {
      const dataDir = mkdtempSync(join(tmpdir(), 'klieg-bench-'));
      const config = readConfig({
        PORT: String(PORT),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        DEMO: '1',
        ROLES: 'site,jobs',
      });
      const running = await start(config, { log: silentLog, version: 'bench', isQuietDemo: true });
      const inject = running.site.app;
      try {
        const get = async (query: string): Promise<string> => {
          const answer = await inject.inject({
            method: 'GET',
            url: `/${query}`,
            headers: { host: `localhost:${PORT}` },
          });
          if (answer.statusCode !== 200) throw new Error(`page answered ${answer.statusCode}`);
          return String(answer.headers['x-cache']);
        };
        /** CPU milliseconds of one answer, and how many of them came from the cache. */
        const measure = async (count: number, url: (i: number) => string) => {
          for (let i = 0; i < 10; i++) await get(url(-1 - i));
          const before = process.cpuUsage();
          let hits = 0;
          for (let i = 0; i < count; i++) if ((await get(url(i))) === 'hit') hits += 1;
          const used = process.cpuUsage(before);
          return { cpuMs: (used.user + used.system) / count / 1_000, hitPart: hits / count };
        };
        const page = await inject.inject({ method: 'GET', url: '/', headers: { host: `localhost:${PORT}` } });
        const cards = page.body.split('<article').length - 1;
        if (cards < CARDS) throw new Error(`the page shows ${cards} cards`);
        // A new address each time is a page that the cache cannot have.
        const rendered = await measure(RENDERS, (i) => `?n=${i}`);
        // The cache keeps a page for two seconds: what it costs to renew it is part of the figure.
        const cached = await measure(HITS, () => '?n=same');
        if (rendered.hitPart > 0 || cached.hitPart < 0.95)
          throw new Error('the cache did not behave as measured');
        return {
          figures: {
            cachedCpuMs: Number(cached.cpuMs.toFixed(4)),
            hitPart: cached.hitPart,
            cards,
            bytes: page.body.length,
          },
          reference: {
            source: 'the same page rendered, same process, same run',
            renderedCpuMs: Number(rendered.cpuMs.toFixed(3)),
          },
          ratio: rendered.cpuMs / cached.cpuMs,
        };
      } finally {
        await running.stop();
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
  },
];
