// Runs a command again and again on a slower machine, to find tests that depend on how fast it is:
//   node scripts/slowed.mjs half 3 npx vitest run apps/site/src/app/leaks.test.ts
// `half`: the command and all that it starts share half a core (Linux, as root: a control group with a quota). `busy`: each core has another process that is always at work. Ends with 1 where one of the runs failed.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

const [how, count, ...command] = process.argv.slice(2);
const times = Number(count);
if (!['half', 'busy'].includes(how) || !(times > 0) || command.length === 0) {
  console.error('usage: node scripts/slowed.mjs half|busy <times> <command …>');
  process.exit(1);
}

const PERIOD_US = 100_000;

/** A group of processes that get half a core together. @returns where members are written, and its end */
function makeGroup() {
  const isSecond = existsSync('/sys/fs/cgroup/cgroup.controllers');
  const folder = `/sys/fs/cgroup/${isSecond ? '' : 'cpu/'}klieg-slowed-${process.pid}`;
  mkdirSync(folder);
  if (isSecond) writeFileSync(`${folder}/cpu.max`, `${PERIOD_US / 2} ${PERIOD_US}`);
  else {
    writeFileSync(`${folder}/cpu.cfs_period_us`, String(PERIOD_US));
    writeFileSync(`${folder}/cpu.cfs_quota_us`, String(PERIOD_US / 2));
  }
  const members = `${folder}/cgroup.procs`;
  return {
    members,
    async end() {
      // What a run has left goes on for a moment.
      for (let tries = 0; tries < 100 && readFileSync(members, 'utf8') !== ''; tries++) await wait(100);
      rmdirSync(folder);
    },
  };
}

/** Processes that keep every core at work. */
const keepBusy = () =>
  Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );

let running;
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    isStopped = true;
    running?.kill(signal);
  });

/** @returns whether it ended well */
const runOnce = (words) =>
  new Promise((resolve) => {
    running = spawn(...words, { stdio: 'inherit' });
    running.on('error', (error) => {
      console.error(error.message);
      resolve(false);
    });
    running.on('close', (code) => resolve(code === 0));
  });

const group = how === 'half' ? makeGroup() : undefined;
const others = how === 'busy' ? keepBusy() : [];
let failed = 0;
for (let run = 1; run <= times && !isStopped; run++) {
  const startedAt = Date.now();
  const words = group
    ? ['sh', ['-c', 'echo $$ > "$0" && exec "$@"', group.members, ...command]]
    : [command[0], command.slice(1)];
  const isGood = await runOnce(words);
  if (!isGood) failed += 1;
  console.log(
    `${how}, run ${run} of ${times}: ${isGood ? 'ok' : 'FAILED'} (${((Date.now() - startedAt) / 60_000).toFixed(1)} min)`,
  );
}
for (const other of others) other.kill('SIGKILL');
await group?.end();
process.exit(failed > 0 || isStopped ? 1 : 0);
