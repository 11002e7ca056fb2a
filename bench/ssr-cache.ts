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
/** Every browser takes packed pages; a member's has the cookie of a log-in, too. */
const BROWSER = ['Accept-Encoding: gzip, deflate, br'];
const ASKERS = { guest: BROWSER, member: [...BROWSER, 'Cookie: session=of-somebody'], plain: [] } as const;
type Asker = keyof typeof ASKERS;

/**
 * A list of 98 cards: from the micro-cache against rendering it anew, by CPU time of the server; for guests, for members,
 * whose page is the same but for the block of their own, and for programs that take nothing packed.
 */
export const benchmarks: readonly Benchmark[] = [
  {
    name: 'ssr-cache',
    goal: 60,
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
      const ask = async (count: number, url: string, asker: Asker): Promise<number> => {
        client.send({ count, url, headers: ASKERS[asker] });
        const [{ hits }] = (await once(client, 'message')) as [{ hits: number }];
        return hits;
      };
      try {
        /** CPU milliseconds of one answer in this process, and the part of them that came from the cache. */
        const measure = async (count: number, url: string, asker: Asker) => {
          await ask(20, url.replace('#', 'w#'), asker);
          const before = process.cpuUsage();
          const hits = await ask(count, url, asker);
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
        const compare = async (asker: Asker) => {
          // A new address each time is a page that the cache cannot have.
          const rendered = await measure(RENDERS, `${LIST}?q=${asker}#`, asker);
          // The cache keeps a page for two seconds: what it costs to renew it is part of the figure.
          const cached = await measure(HITS, `${LIST}?q=${asker}`, asker);
          if (rendered.hitPart > 0 || cached.hitPart < 0.95)
            throw new Error('the cache did not behave as measured');
          return { rendered, cached, ratio: rendered.cpuMs / cached.cpuMs };
        };
        const [guest, member, plain] = [
          await compare('guest'),
          await compare('member'),
          await compare('plain'),
        ];
        const short = (value: number) => Number(value.toFixed(4));
        return {
          figures: {
            cachedCpuMs: short(guest.cached.cpuMs),
            cachedCpuMsOfMember: short(member.cached.cpuMs),
            cachedCpuMsPlain: short(plain.cached.cpuMs),
            ratioOfGuest: short(guest.ratio),
            ratioOfMember: short(member.ratio),
            ratioPlain: short(plain.ratio),
            hitPart: Math.min(guest.cached.hitPart, member.cached.hitPart),
            cards,
            bytes: page.body.length,
          },
          reference: {
            source: 'the same page rendered, same process, same run',
            renderedCpuMs: short(guest.rendered.cpuMs),
            renderedCpuMsOfMember: short(member.rendered.cpuMs),
          },
          ratio: Math.min(guest.ratio, member.ratio),
        };
      } finally {
        client.kill();
        await running.stop();
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
  },
];
