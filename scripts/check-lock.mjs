// What `npm ci` holds to, in plain JavaScript for setup.mjs. npm ci itself refuses our lock file: it wants packages for
// systems that nobody runs this on, which are optional and not in it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LISTS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const sorted = (list = {}) => JSON.stringify(Object.entries(list).sort(([a], [b]) => (a < b ? -1 : 1)));

/** A sentence for each package.json of ours that asks for something else than the lock file says. */
export function findUnlocked(root) {
  const { packages } = readJson(join(root, 'package-lock.json'));
  const ours = Object.entries(packages).filter(
    ([path, { link }]) => !link && !path.includes('node_modules/'),
  );
  return ours.flatMap(([path, locked]) => {
    const file = join(path, 'package.json');
    if (!existsSync(join(root, file))) return [`${file} is in the lock file and not here`];
    const asked = readJson(join(root, file));
    return LISTS.filter((list) => sorted(asked[list]) !== sorted(locked[list])).map(
      (list) => `${file} and package-lock.json are not in sync: ${list}`,
    );
  });
}

/** A sentence for each package that is not installed as the lock file has it; an optional one may be absent. */
export function findOtherPackages(root) {
  const { packages: locked } = readJson(join(root, 'package-lock.json'));
  const { packages: installed } = readJson(join(root, 'node_modules', '.package-lock.json'));
  const others = Object.entries(installed).flatMap(([path, { version, integrity, link }]) => {
    const wanted = locked[path];
    if (!wanted) return [`${path} is not in the lock file`];
    const isSame = link || (wanted.version === version && (!integrity || wanted.integrity === integrity));
    return isSame ? [] : [`${path} is ${version}, the lock file has ${wanted.version}`];
  });
  const absent = Object.entries(locked).flatMap(([path, { optional, devOptional, peer }]) =>
    path.startsWith('node_modules/') && !installed[path] && !optional && !devOptional && !peer
      ? [`${path} was not installed`]
      : [],
  );
  return [...others, ...absent];
}
