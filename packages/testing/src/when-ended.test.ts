import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { whenEnded } from './when-ended.ts';

const folder = mkdtempSync(join(tmpdir(), 'klieg-when-ended-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** @returns what a program said, and how it ended */
function run(program: string) {
  const entry = join(folder, `${Math.random().toString(36).slice(2)}.mjs`);
  writeFileSync(entry, program);
  const child = fork(entry, { execArgv: [] });
  const heard: unknown[] = [];
  child.on('message', (message) => heard.push(message));
  return new Promise<{ heard: readonly unknown[]; code: number | null; signal: string | null }>((resolve) =>
    whenEnded(child, (code, signal) => resolve({ heard, code, signal })),
  );
}

test('the end of a process comes after all that it has said', async () => {
  const told = 2_000;
  const { heard, code } = await run(
    `for (let i = 1; i <= ${told}; i++) process.send(i); process.send(0, () => process.exit(3));`,
  );
  expect(heard).toHaveLength(told + 1);
  expect(code).toBe(3);
});

test('one that says nothing, has closed its line or is killed ends, too', async () => {
  expect(await run('process.exit(4)')).toEqual({ heard: [], code: 4, signal: null });
  expect(await run('process.send(1); process.disconnect();')).toEqual({ heard: [1], code: 0, signal: null });
  expect(await run(`process.kill(process.pid, 'SIGKILL')`)).toEqual({
    heard: [],
    code: null,
    signal: 'SIGKILL',
  });
});
