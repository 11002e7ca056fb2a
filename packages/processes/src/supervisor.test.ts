import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PERL, programAt } from './paths.ts';

/** A role as the supervisor reads it, neither confined nor of lower priority. */
const roleOf = (name: string, uid: number, callers: string, words: readonly string[]): string =>
  [name, uid, callers, 'plain', 0, '', '', ...words].join('\n');

test.runIf(process.getuid?.() === 0).each([58_401, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 10])(
  'a site that runs as user %i is known by its number and gets the parts that it may ask for',
  (uid) => {
    const folder = mkdtempSync(join(tmpdir(), 'klieg-supervisor-'));
    chmodSync(folder, 0o711);
    const socket = join(folder, 'socket');
    const ask = [PERL, programAt('ask-supervisor.pl'), socket, 'tool'];
    const roles = [
      roleOf('site', uid, '', ask),
      roleOf('tool', uid + 1, 'site', ['/bin/sh', '-c', 'echo as $(id -u); exit 7']),
    ];
    const { status, stdout } = spawnSync(PERL, [programAt('supervisor.pl'), socket, ...roles], {
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true, force: true });
    expect({ status, stdout }).toEqual({ status: 7, stdout: `as ${uid + 1}\n` });
  },
);

test.runIf(process.getuid?.() === 0)('who stands for a part keeps no file open that it was not given', () => {
  const folder = mkdtempSync(join(tmpdir(), 'klieg-supervisor-'));
  chmodSync(folder, 0o711);
  const socket = join(folder, 'socket');
  const ask = [PERL, programAt('ask-supervisor.pl'), socket, 'tool'];
  // Of the programs of this user the asker alone is Perl.
  const look =
    'for p in /proc/[0-9]*; do case $(readlink $p/exe) in */perl*) ls $p/fd;; esac; done 2>/dev/null';
  const roles = [
    // As a library that opens a socket without a mark to close it.
    roleOf('site', 58_411, '', ['/bin/sh', '-c', `exec 9</dev/null; exec ${ask.join(' ')}`]),
    roleOf('tool', 58_411, 'site', ['/bin/sh', '-c', look]),
  ];
  const { stdout } = spawnSync(PERL, [programAt('supervisor.pl'), socket, ...roles], { encoding: 'utf8' });
  rmSync(folder, { recursive: true, force: true });
  const open = stdout.trim().split('\n');
  expect(open).toContain('2');
  expect(open).not.toContain('9');
});

/** What a part finds that a site asks for which names another place of compiled code. */
function askForCompiled(env: Readonly<Record<string, string>>): string {
  // The supervisor removes it at its end.
  const folder = mkdtempSync(join(tmpdir(), 'klieg-supervisor-'));
  chmodSync(folder, 0o711);
  const socket = join(folder, 'socket');
  const ask = [PERL, programAt('ask-supervisor.pl'), socket, 'tool'];
  const roles = [
    roleOf('site', 58_401, '', ['/usr/bin/env', 'NODE_COMPILE_CACHE=/of-the-site', ...ask]),
    roleOf('tool', 58_402, 'site', ['/bin/sh', '-c', 'echo "$NODE_COMPILE_CACHE"']),
  ];
  return spawnSync(PERL, [programAt('supervisor.pl'), socket, ...roles], { encoding: 'utf8', env }).stdout;
}

test.runIf(process.getuid?.() === 0)(
  'a part has its compiled code where root keeps it, and nowhere that the asker names',
  () => {
    expect(askForCompiled({ NODE_COMPILE_CACHE: '/of-root' })).toBe('/of-root\n');
    expect(askForCompiled({})).toBe('\n');
  },
);
