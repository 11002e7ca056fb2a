import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';

/*
 * Runs the benchmarks, all or those that are named, each in a process of its own; writes
 * bench/results/<name>.json and prints each result against its goal.
 */

const modules = [
  'ledger',
  'ledger-parts',
  'ledger-size',
  'fanout',
  'codec',
  'ssr-cache',
  'video-ws',
  'video-ladder',
  'video-whep',
  'bad-lines',
  'origin-cpu',
  'dvr-log',
  'dvr-seek',
  'hls-offload',
  'edge-hls',
  'latency',
  'chat-load',
  'joining',
  'shows-ticking',
  'private-start',
  'discovery',
  'page-speed',
  'noisy-neighbour',
  'enumeration',
  'bad-lines-in',
];
const results = fileURLToPath(new URL('./results/', import.meta.url));
const wanted = process.argv.slice(2).filter((name) => !name.startsWith('--'));
const own = process.argv.find((name) => name.startsWith('--module='))?.slice('--module='.length);

const machine = `${cpus().length} cores ${cpus()[0]?.model ?? ''}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${process.platform}`;

function tell(benchmark: Benchmark, result: BenchmarkResult): void {
  const { name, goal } = benchmark;
  writeFileSync(
    `${results}${name}.json`,
    `${JSON.stringify(
      {
        name,
        command: `npm run bench -- ${name}`,
        figures: result.figures,
        reference: result.reference,
        ...(result.ratio !== undefined && { ratio: result.ratio }),
        goal,
        machine,
      },
      null,
      2,
    )}\n`,
  );
  for (const [figure, value] of Object.entries({ ...result.figures, ...result.reference }))
    console.log(`  ${figure}: ${value}`);
  if (typeof goal === 'number')
    console.log(`${name} ratio ${(result.ratio ?? 0).toFixed(2)} goal ${goal.toFixed(2)}`);
  else
    console.log(
      `${name} p50 ${result.figures['p50']?.toFixed(0)} p95 ${result.figures['p95']?.toFixed(0)} goal ${goal.p50}/${goal.p95}`,
    );
}

if (own) {
  const { benchmarks } = (await import(`./${own}.ts`)) as { benchmarks: readonly Benchmark[] };
  for (const benchmark of benchmarks)
    if (wanted.length === 0 || wanted.includes(benchmark.name)) tell(benchmark, await benchmark.run());
  process.exit(0);
}

mkdirSync(results, { recursive: true });
let isGood = true;
for (const module of modules) {
  const { benchmarks } = (await import(`./${module}.ts`)) as { benchmarks: readonly Benchmark[] };
  if (wanted.length > 0 && !benchmarks.some((benchmark) => wanted.includes(benchmark.name))) continue;
  const run = spawnSync(process.execPath, [fileURLToPath(import.meta.url), ...wanted, `--module=${module}`], {
    stdio: 'inherit',
  });
  if (run.status !== 0) console.error(`${module} failed with ${run.signal ?? run.status}`);
  isGood &&= run.status === 0;
}
process.exit(isGood ? 0 : 1);
