import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog, uuidv7 } from '@klieg/kernel';
import { readStartConfig } from '../apps/site/src/app/config.ts';
import { start } from '../apps/site/src/app/start.ts';

/*
 * A site of its own whose one room is written full: the lines go the way that lines of viewers go behind the
 * limits of their accounts. Argument 1 is the port, 2 the room; says `ready` when it serves, takes
 * {linesPerSecond, seconds} and answers {sent} when that is over.
 */

export interface Order {
  readonly linesPerSecond: number;
  readonly seconds: number;
}

const TICK_MS = 20;
const WORDS =
  'that light is lovely today :smile: who else is here what a good evening :star: thank you all'.split(' ');

const [port = '', username = ''] = process.argv.slice(2);
const dataDir = mkdtempSync(join(tmpdir(), 'klieg-busy-'));
const config = readStartConfig({
  PORT: port,
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  DEMO: '1',
  ROLES: 'site,jobs',
});
const running = await start(config, { log: silentLog, version: 'test', isQuietDemo: true });

function lineOf(count: number) {
  const at = Date.now();
  const words = Array.from({ length: 2 + (count % 11) }, (_, i) => WORDS[(count * 7 + i) % WORDS.length]!);
  return {
    message: `${count} ${words.join(' ')}${count % 20 === 0 ? ' @mattias_r' : ''}`,
    username: `viewer_${count % 300}`,
    has_tokens: count % 3 === 0,
    is_vip: count % 17 === 0,
    id: uuidv7(at),
    at,
    mode: 'public' as const,
    type: 'text' as const,
  };
}

function write(order: Order): void {
  const { linesPerSecond, seconds } = order;
  const room = running.site.hub.find(username);
  // The page is still on its way into the room.
  if (!room) return void setTimeout(write, TICK_MS, order);
  const begunAt = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const passed = Math.min(seconds, (performance.now() - begunAt) / 1_000);
    for (; sent < passed * linesPerSecond; sent++) void room.publishLine(lineOf(sent));
    if (passed < seconds) return;
    clearInterval(timer);
    process.send?.({ sent });
  }, TICK_MS);
}

process.on('message', (order: Order) => write(order));
process.on('disconnect', () => {
  void running.stop().then(() => {
    rmSync(dataDir, { recursive: true, force: true });
    process.exit(0);
  });
});
process.send?.('ready');
