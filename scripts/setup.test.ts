import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

// Plain JavaScript, read by setup on whatever Node there is.
const { findOtherPackages, findUnlocked } = (await import(
  String(new URL('./check-lock.mjs', import.meta.url))
)) as {
  findOtherPackages(root: string): readonly string[];
  findUnlocked(root: string): readonly string[];
};

/* Packages of a folder beside, so that nothing is asked of a registry. */

const root = mkdtempSync(join(tmpdir(), 'klieg-setup-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const setUp = (folder: string) =>
  spawnSync(process.execPath, ['scripts/setup.mjs'], { cwd: folder, encoding: 'utf8' });

/** A product of one package, with the lock file that fits it. */
function makeProduct(name: string) {
  const folder = join(root, name);
  for (const part of ['scripts', 'one', 'two']) mkdirSync(join(folder, part), { recursive: true });
  for (const file of ['setup.mjs', 'check-lock.mjs'])
    copyFileSync(fileURLToPath(new URL(file, import.meta.url)), join(folder, 'scripts', file));
  for (const part of ['one', 'two'])
    writeFileSync(join(folder, part, 'package.json'), JSON.stringify({ name: part, version: '1.0.0' }));
  const asks = (names: readonly string[]) => ({
    name: 'product',
    version: '1.0.0',
    dependencies: Object.fromEntries(names.map((part) => [part, `file:${part}`])),
  });
  const ask = (names: readonly string[]) =>
    writeFileSync(join(folder, 'package.json'), JSON.stringify(asks(names)));
  ask(['one']);
  const lock = {
    name: 'product',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': asks(['one']),
      'node_modules/one': { resolved: 'one', link: true },
      one: { version: '1.0.0' },
    },
  };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock, null, 2));
  return { folder, ask };
}

test('setup installs what the lock file says, and leaves the file as it is', () => {
  const { folder } = makeProduct('fits');
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  expect(setUp(folder).status).toBe(0);
  expect(existsSync(join(folder, 'node_modules/one/package.json'))).toBe(true);
  expect(readFileSync(join(folder, 'package-lock.json'), 'utf8')).toBe(lock);
  // Nothing has changed: nothing is installed again.
  expect(setUp(folder).stderr).not.toContain('Installing');
});

test('setup leaves the lock file as it is when npm rewrites it and fails, and ends with the code of npm', () => {
  const { folder } = makeProduct('npm-fails');
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  // Stands for an npm that loses its registry half-way.
  writeFileSync(join(folder, 'npm'), '#!/bin/sh\necho rewritten > package-lock.json\nexit 9\n', {
    mode: 0o755,
  });
  const { status } = spawnSync(process.execPath, ['scripts/setup.mjs'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}:${process.env['PATH']}` },
  });
  expect(status).toBe(9);
  expect(readFileSync(join(folder, 'package-lock.json'), 'utf8')).toBe(lock);
});

test('setup refuses a lock file that does not fit package.json, also after it was installed once', () => {
  const { folder, ask } = makeProduct('differs');
  expect(setUp(folder).status).toBe(0);
  ask(['one', 'two']);
  const refused = setUp(folder);
  expect(refused.status).not.toBe(0);
  expect(refused.stderr).toContain('in sync');
  // It is asked again, and refused again, until the two fit.
  expect(setUp(folder).status).not.toBe(0);
  expect(existsSync(join(folder, 'node_modules/two'))).toBe(false);
});

test('the lock file of this tree fits its lists of packages', () => {
  expect(findUnlocked(fileURLToPath(new URL('..', import.meta.url)))).toEqual([]);
});

test('a package of another version or digest, one too many and one too few are told', () => {
  const folder = join(root, 'packages');
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  const write = (file: string, packages: object) =>
    writeFileSync(join(folder, file), JSON.stringify({ packages }));
  const one = { version: '1.0.0', integrity: 'sha512-a' };
  write('package-lock.json', {
    'node_modules/one': one,
    'node_modules/two': one,
    'node_modules/three': one,
    'node_modules/elsewhere': { ...one, optional: true },
  });
  write('node_modules/.package-lock.json', {
    'node_modules/one': { ...one, version: '1.0.1' },
    'node_modules/two': { ...one, integrity: 'sha512-b' },
    'node_modules/four': one,
  });
  expect(findOtherPackages(folder)).toEqual([
    'node_modules/one is 1.0.1, the lock file has 1.0.0',
    'node_modules/two is 1.0.0, the lock file has 1.0.0',
    'node_modules/four is not in the lock file',
    'node_modules/three was not installed',
  ]);
});
