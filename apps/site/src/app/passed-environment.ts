/** What a process of ours needs of the machine: paths, language, where a certificate of the operator's lies, and code that was compiled before. */
const OF_THE_MACHINE: ReadonlySet<string> = new Set([
  'HOME',
  'LANG',
  'LC_ALL',
  'NODE_COMPILE_CACHE',
  'NODE_ENV',
  'NODE_EXTRA_CA_CERTS',
  'PATH',
  'TMPDIR',
  'TZ',
]);

/** How memory is given out, which every process may need otherwise than we set it. */
const OF_MEMORY = /^MALLOC_[A-Z_]+$/;

/**
 * The part of an environment that a child of ours is given beside its own settings. Passwords of database, mail and
 * storage and the root secret stay with the site.
 * @param given names of settings that this child takes from the operator as they are
 */
export const passedEnvironment = (
  env: Readonly<Record<string, string | undefined>>,
  given: readonly string[] = [],
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined &&
        (OF_THE_MACHINE.has(entry[0]) || OF_MEMORY.test(entry[0]) || given.includes(entry[0])),
    ),
  );
