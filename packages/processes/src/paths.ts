import { existsSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** From `perl-base`, which every Debian has. */
export const PERL = '/usr/bin/perl';

/** Without it no process can be confined or given to another user. */
export const isPerlThere = (): boolean => existsSync(PERL);

/** A Perl program in this folder. */
export const programAt = (name: string): string => fileURLToPath(new URL(`./${name}`, import.meta.url));

const root = new URL('../../../', import.meta.url);

/** What the code of a part is made of, and what Node and its libraries read of a machine; no data, no settings. */
const NEEDED = [
  process.execPath,
  ...['apps', 'packages', 'node_modules'].map((name) => fileURLToPath(new URL(name, root))),
  '/usr',
  '/lib',
  '/lib64',
  '/etc/ld.so.cache',
  '/etc/localtime',
  '/etc/ssl/openssl.cnf',
  '/dev/null',
  '/dev/urandom',
  '/proc/self',
  '/proc/cpuinfo',
  '/proc/meminfo',
  '/sys/devices/system/cpu',
  '/sys/fs/cgroup',
];

/** What a confined process may read. */
export const readablePaths = (): readonly string[] =>
  NEEDED.filter((path) => existsSync(path)).map((path) =>
    path === '/proc/self' ? path : realpathSync(path),
  );
