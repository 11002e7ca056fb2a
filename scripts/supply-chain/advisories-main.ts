import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findOldVersions, leastVersions } from './check-versions.ts';
import { readLock } from './read-lock.ts';

/*
 * Known faults of the packages that run: what npm's service says of them, and our own list of least versions. Ends
 * with 1 where there is one, and with 2 where the service did not answer, so that silence is not taken for an answer.
 */

const say = (line: string) => process.stdout.write(`${line}\n`);
const old = findOldVersions(readLock(), leastVersions);
for (const line of old) say(line);

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  cwd: fileURLToPath(new URL('../../', import.meta.url)),
  encoding: 'utf8',
});
interface Audit {
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>>;
}
const answer = JSON.parse(stdout || '{}') as Audit;
const found = Object.entries(answer.vulnerabilities ?? {});
for (const [name, { severity, range }] of found) say(`${name} ${range}: ${severity}, see npm audit`);
if (old.length > 0 || found.length > 0) process.exitCode = 1;
else if (!answer.vulnerabilities) process.exitCode = 2;
say(
  answer.vulnerabilities
    ? `npm audit: ${found.length} packages with known faults`
    : 'npm audit: the service did not answer; only the list of least versions was looked at',
);
