import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/*
 * Loaded into the processes of a soak: collects their garbage now and then, so that what is measured is what they hold
 * and not what the engine has not got round to giving back, and tells how many handles they have open in a file of the
 * folder that SOAK_PROBE names.
 */
const COLLECT_MS = 10_000;

const collect = (globalThis as { gc?: () => void }).gc;
const folder = process.env['SOAK_PROBE'];
if (!collect) throw new Error('the soak probe needs --expose-gc');
setInterval(() => {
  collect();
  const handles = process.getActiveResourcesInfo().length;
  const { heapUsed, external } = process.memoryUsage();
  const told = JSON.stringify({ handles, heapMib: heapUsed / 2 ** 20, externalMib: external / 2 ** 20 });
  if (folder) void writeFile(join(folder, String(process.pid)), told).catch(() => {});
}, COLLECT_MS).unref();
