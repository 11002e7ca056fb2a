import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentLog } from '@klieg/kernel';
import { readStartConfig } from '../apps/site/src/app/config.ts';
import { start } from '../apps/site/src/app/start.ts';
import type { Benchmark } from './benchmark.ts';

const PORT = 18_431;
/** A list, whose cards are all there: the home page shows those of rooms that are live. */
const LIST = '/girls/new';
const CARDS = 98;
const RENDERS = 60;
const HITS = 4_000;

/** A list of 98 cards: from the micro-cache against rendering it anew, by CPU time of the server. */
export const benchmarks: readonly Benchmark[] = [
  {
    name: 'ssr-cache',
    goal: 30,
    async run() {
      const dataDir = mkdtempSync(join(tmpdir(), 'klieg-bench-'));
      const config = readStartConfig({
        PORT: String(PORT),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        DEMO: '1',
        ROLES: 'site,jobs',
      });
      const running = await start(config, { log: silentLog, version: 'bench', isQuietDemo: true });
      const client = fork(fileURLToPath(new URL('./ssr-client.ts', import.meta.url)), [String(PORT)]);
      const ask = async (count: number, url: string): Promise<number> => {
        client.send({ count, url });
        const [{ hits }] = (await once(client, 'message')) as [{ hits: number }];
        return hits;
      };
      try {
        /** CPU milliseconds of one answer in this process, and the part of them that came from the cache. */
        const measure = async (count: number, url: string) => {
          await ask(20, url.replace('#', 'w#'));
          const before = process.cpuUsage();
          const hits = await ask(count, url);
          const used = process.cpuUsage(before);
          return { cpuMs: (used.user + used.system) / count / 1_000, hitPart: hits / count };
        };
        const page = await running.site.app.inject({
          method: 'GET',
          url: LIST,
          headers: { host: `localhost:${PORT}` },
        });
        const cards = page.body.split('<article').length - 1;
        if (cards < CARDS) throw new Error(`the page shows ${cards} cards`);
        // A new address each time is a page that the cache cannot have.
        const rendered = await measure(RENDERS, `${LIST}?q=#`);
        // The cache keeps a page for two seconds: what it costs to renew it is part of the figure.
        const cached = await measure(HITS, `${LIST}?q=same`);
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
        client.kill();
        await running.stop();
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
  },
];
