import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { joinSettingsParts } from './join-settings-parts.ts';

test('every feature that shows settings in rooms is also asked whether and where a change is kept', async () => {
  const ofLedger = { keep: () => Promise.resolve() };
  const { parts } = joinSettingsParts({ database: {} } as never, {
    billing: {} as never,
    ledger: { settingsPart: ofLedger },
  });
  const folder = join(import.meta.dirname, '../features');
  const files = globSync('*/settings-part.ts', { cwd: folder });
  expect(files).toContain('shows/settings-part.ts');
  for (const file of files) {
    const module = (await import(join(folder, file))) as Record<string, object>;
    for (const part of Object.values(module)) expect(parts, file).toContain(part);
  }
  expect(parts).toContain(ofLedger);
});
