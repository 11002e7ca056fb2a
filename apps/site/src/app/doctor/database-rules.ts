import type { ServerHealth } from '../../platform/postgres/index.ts';
import { judgeClock } from './clock-rules.ts';
import { fail, type Finding, ok, warn } from './finding.ts';

const VERSION_MIN = 15;
const MAJOR = 10_000;

/** Judges what a database server says of itself: version, durability, clock, and how mighty the site is in it. */
export function judgeDatabase(health: ServerHealth): Finding[] {
  const { versionNumber, unsafeSettings, tooMighty, clockAheadMs } = health;
  const version = `PostgreSQL ${Math.floor(versionNumber / MAJOR)}.${versionNumber % MAJOR}`;
  const names = unsafeSettings.join(', ');
  return [
    versionNumber < VERSION_MIN * MAJOR
      ? fail('database', `${version} is too old: use ${VERSION_MIN} or newer`)
      : ok('database', `${version} answers`),
    unsafeSettings.length > 0
      ? fail('durability', `${names} off would lose payments in a crash: turn on ${names}`)
      : ok('durability', 'fsync, full_page_writes and synchronous_commit are on'),
    tooMighty === undefined
      ? ok('database role', 'reads and writes rows, and can change no table')
      : warn(
          'database role',
          `${tooMighty} may change tables: make a role without rights for DATABASE_URL, and give this one to DATABASE_OWNER_URL`,
        ),
    judgeClock('database clock', clockAheadMs),
  ];
}
