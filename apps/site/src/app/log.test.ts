import { makeLog } from '@klieg/log';
import { expect, test } from 'vitest';
import { TEST_PASSWORD, useTestSite } from './testing-site.ts';

test('a site that registers, logs in and fails writes none of it', async () => {
  const lines: string[] = [];
  const site = await useTestSite({
    log: makeLog({ part: 'site' }, { write: (line) => void lines.push(line) }),
  });
  const member = await site.join({ username: 'quiet_anna' });
  await member.call('logToast', {
    body: {
      appearance: 'error',
      title: 'x',
      content: 'card 4242 4242 4242 4242 of quiet_anna@example.org',
      url: '/x?token=s3cr3t-value',
    },
  });
  await site.owner.kysely.schema.alterTable('sessions').renameTo('sessions_gone').execute();
  expect((await member.fetch('/api/v1/user/current')).status).toBe(500);
  await site.owner.kysely.schema.alterTable('sessions_gone').renameTo('sessions').execute();
  const all = lines.join('');
  expect(all).toContain('call failed');
  expect(all).toContain('[card]');
  for (const secret of [
    's3cr3t-value',
    '4242 4242 4242 4242',
    TEST_PASSWORD,
    'quiet_anna@example.org',
    member.csrf,
    ...member.cookies.values(),
  ])
    expect(all).not.toContain(secret);
});
