import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isFullRun } from '@klieg/testing/run-length';
import { afterAll, expect, test } from 'vitest';
import { playOldMonths } from '../../features/ledger/months/testing-old-months.ts';
import { runMonths } from './run-months.ts';

const OLDEST = 22;
const old = await playOldMonths(OLDEST);
const folder = await mkdtemp(join(tmpdir(), 'klieg-months-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const { host, port, user, password, database } = old.ownerConnection;
const DATABASE_URL = `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
const env = { DATABASE_URL, BLOB_URL: pathToFileURL(folder).href, DATA_DIR: folder };
const [first, second] = [old.monthOf(OLDEST), old.monthOf(OLDEST - 1)];

/** What the command says, its steps and results. */
async function run(...words: string[]): Promise<string[]> {
  const said: string[] = [];
  const isRight = await runMonths(env, words, (line) => void said.push(line));
  return isRight ? said : [...said, 'wrong'];
}

test.runIf(isFullRun)(
  'the owner’s command seals, takes out, checks and brings back months, and says how far it is (L31) (L35)',
  async () => {
    await old.playMonth(OLDEST);
    await old.settle();
    expect((await run('list'))[0]).toBe(`${first}  open  can be sealed`);
    expect(await run('seal')).toEqual(
      expect.arrayContaining([
        `${first}: closed`,
        `${first}: balances added up`,
        `${first}: sealed`,
        `${second}: sealed`,
      ]),
    );
    expect(await run('detach', first)).toContain(`${first}: detached`);
    expect((await run('list'))[0]).toContain('detached');
    expect(await run('check')).toContain(`${first}: right`);
    expect(await run('restore', first)).toContain(`${first}: restored`);
    expect(await run('check', first)).toEqual([`${first}: right`]);
    await run('detach', first);
    await rm(join(folder, 'ledger-months'), { recursive: true });
    expect(await run('check')).toContain('wrong');
  },
);

test.each([[[]], [['explode']], [['detach']], [['seal', '2024-1']]])(
  'the command %j says how it is called',
  async (words) => {
    await expect(run(...words)).rejects.toThrow('npm run months');
  },
);

test('an age below a month is refused', async () => {
  await expect(runMonths({ ...env, SEAL_AFTER_DAYS: '3' }, ['list'], () => undefined)).rejects.toThrow('31');
});
