import { execFileSync } from 'node:child_process';
import os from 'node:os';
import { expect, test } from 'vitest';

test('no more cores are found than there are, and each does something', () => {
  const program = `import { measureMachine } from ${JSON.stringify(new URL('./measure-machine.mjs', import.meta.url).href)};
    console.log(JSON.stringify(await measureMachine()));`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  const { cores, speed } = JSON.parse(said) as { readonly cores: number; readonly speed: number };
  expect(cores).toBeGreaterThan(0);
  // What ends a little after its time counts a little more.
  expect(cores).toBeLessThan(os.availableParallelism() * 1.5);
  expect(speed).toBeGreaterThan(0);
});
