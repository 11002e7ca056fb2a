import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { codeGroups, isInGroup } from '../apps/web/code-groups.ts';

const paths = globSync('{apps/web/app,packages/*/src}/**/*.{ts,tsx}', {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
}).map((path) => `/${path.replaceAll('\\', '/')}`);

test('every name of a group of the build is one of a file or folder that is there', () => {
  const lost = codeGroups.flatMap((group) =>
    group.files
      .filter((name) => !paths.some((path) => isInGroup({ ...group, files: [name] }, path)))
      .map((name) => `${group.name}: ${name}`),
  );
  expect(lost).toEqual([]);
});

test('a file is of a group by its whole path', () => {
  const site = codeGroups.find(({ name }) => name === 'site')!;
  expect(isInGroup(site, '/x/apps/web/app/root.tsx')).toBe(true);
  expect(isInGroup(site, '/x/packages/ui/src/components/card.tsx')).toBe(true);
  expect(isInGroup(site, '/x/apps/web/app/features/cards/card.tsx')).toBe(false);
  expect(isInGroup(site, '/x/packages/ui/src/components/card-list.tsx')).toBe(false);
});
