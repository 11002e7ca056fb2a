import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { editsOf, excessOf, isShared } from './feature-diff.ts';

const folder = mkdtempSync(join(tmpdir(), 'klieg-diff-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: readonly string[]): string => {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.org'];
  const { status, stdout, stderr } = spawnSync('git', ['-C', folder, ...identity, ...args], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
};
const write = (path: string, ...lines: readonly string[]): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), `${lines.join('\n')}\n`);
};
const commit = (): string => {
  git('add', '-A');
  git('commit', '-q', '-m', 'state');
  return git('rev-parse', 'HEAD');
};

test('a feature edits one line of lists, and its own folders, tests, texts and new files do not count', () => {
  git('init', '-q');
  write('packages/contract/src/api.ts', 'a', 'b', 'c');
  write('packages/contract/src/polls/http.ts', 'old');
  write('apps/site/src/features/rooms/room-hub.ts', '1', '2', '3', '4', '5', '6');
  write('apps/site/src/features/rooms/rooms.test.ts', 'old');
  write('packages/i18n/catalogues/de/rooms.po', 'old');
  write('package-lock.json', 'old');
  const from = commit();
  write('packages/contract/src/api.ts', 'a', 'b', 'polls', 'c');
  write('packages/contract/src/polls/http.ts', 'new', 'and', 'much', 'more', 'of', 'it');
  write('apps/site/src/features/polls/polls.http.ts', 'new');
  write('apps/site/src/features/rooms/rooms.test.ts', 'new');
  write('packages/i18n/catalogues/de/rooms.po', 'new');
  write('package-lock.json', 'new');
  write('migrations/0099-polls.sql', 'create table polls ();');
  const fine = commit();
  const edits = editsOf(folder, `${from}..${fine}`, 'polls');
  expect(edits).toEqual([{ file: 'packages/contract/src/api.ts', lines: 1 }]);
  expect(excessOf(edits)).toEqual([]);

  write('apps/site/src/features/rooms/room-hub.ts', '1', 'two', 'three', 'four', 'five', '6');
  const deep = commit();
  expect(excessOf(editsOf(folder, `${fine}..${deep}`, 'polls'))).toEqual([
    'apps/site/src/features/rooms/room-hub.ts: 4 lines of at most 3',
  ]);

  git('mv', 'apps/site/src/features/rooms/room-hub.ts', 'apps/site/src/features/rooms/hub.ts');
  write('apps/site/src/features/rooms/hub.ts', '1', 'two', 'three', 'four', 'five', 'six');
  const moved = commit();
  expect(editsOf(folder, `${deep}..${moved}`, 'polls')).toEqual([
    { file: 'apps/site/src/features/rooms/hub.ts', lines: 1 },
  ]);
});

test('more than eight files are too many, and a range that is none is told', () => {
  const edits = Array.from({ length: 9 }, (_, at) => ({ file: `${at}.ts`, lines: 1 }));
  expect(excessOf(edits)).toEqual(['9 files of at most 8']);
  expect(excessOf(edits.slice(1))).toEqual([]);
  expect(() => editsOf(folder, 'nowhere..neither', 'polls')).toThrow('nowhere');
});

test.each([
  ['apps/site/src/features/polls/polls-store.ts', false],
  ['apps/web/app/features/polls/poll-panel.tsx', false],
  ['apps/site/src/features/pollsters/a.ts', true],
  ['apps/site/src/app/testing-site.ts', false],
  ['docs/wire/polls.md', false],
  ['e2e/polls.e2e.ts', false],
  ['feature-map.mjs', true],
  ['apps/web/app/routes.ts', true],
])('%s is of more than the feature polls: %s', (file, isOfMore) => {
  expect(isShared(file, 'polls')).toBe(isOfMore);
});
