import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { joinSettingsParts } from './join-settings-parts.ts';

/** A part that a feature makes is another object each time, of the same functions. */
const wordsOf = (part: object): string =>
  Object.entries(part)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join();

test('every feature that shows settings in rooms is also asked whether and where a change is kept', async () => {
  const ofLedger = { keep: () => Promise.resolve() };
  const kit = { database: {} } as never;
  const { parts } = joinSettingsParts(kit, {
    billing: {} as never,
    ledger: { settingsPart: ofLedger },
  });
  const folder = join(import.meta.dirname, '../features');
  const files = globSync('*/settings-part.ts', { cwd: folder });
  expect(files).toContain('shows/settings-part.ts');
  for (const file of files) {
    const module = (await import(join(folder, file))) as Record<string, object>;
    for (const own of Object.values(module)) {
      const part = typeof own === 'function' ? (own as (from: never) => object)(kit) : own;
      expect(parts.map(wordsOf), file).toContain(wordsOf(part));
    }
  }
  expect(parts).toContain(ofLedger);
});
