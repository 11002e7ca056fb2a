import { silentLog, systemClock } from '@klieg/kernel';
import { expect, test } from 'vitest';
import { codeOf, useTestSite } from '../../app/testing-site.ts';
import { makeAuditLog } from './audit-log.ts';
import { makeAuditStore } from './audit-store.ts';

const site = await useTestSite();
const auditor = await site.join({ roles: ['auditor'] });
const store = makeAuditStore(site.database);
const auditLog = makeAuditLog({ store, clock: systemClock, log: silentLog });
const note = (target: string, action = 'tests.done') =>
  site.database.kysely
    .transaction()
    .execute((transaction) =>
      auditLog.note(
        transaction,
        { account: { id: auditor.id as never, username: auditor.username }, address: '127.0.0.1' },
        { action, target, detail: { reason: 'because' } },
      ),
    );

test('entries of many at the same moment make one chain without gaps', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, i) => note(`thing:${i}`)));
  const { entries, broken_at: brokenAt, head } = await auditor.call('checkAudit');
  expect([entries, brokenAt]).toEqual([20, null]);
  const { items } = await auditor.call('listAudit', { query: { limit: '1' } });
  expect(items[0]).toMatchObject({
    number: 20,
    hash: head,
    actor: auditor.username,
    detail: { reason: 'because' },
  });
});

test('they are read newest first, by target and actor, page by page', async () => {
  await note('order:1');
  await note('order:1', 'tests.repeated');
  const { items, next_cursor: cursor } = await auditor.call('listAudit', {
    query: { target: 'order:1', limit: '1' },
  });
  expect(items.map(({ action }) => action)).toEqual(['tests.repeated']);
  const next = await auditor.call('listAudit', { query: { target: 'order:1', cursor: cursor! } });
  expect(next.items.map(({ action }) => action)).toEqual(['tests.done']);
  expect((await auditor.call('listAudit', { query: { actor: 'nobody' } })).items).toEqual([]);
});

test('what is rolled back has no entry', async () => {
  const before = (await auditor.call('checkAudit')).entries;
  const work = site.database.kysely.transaction().execute(async (transaction) => {
    await store.add(transaction, {
      at: new Date(),
      actorId: null,
      actor: 'system',
      action: 'tests.undone',
      target: 'thing:1',
      ip: '',
      detail: '{}',
    });
    throw new Error('undone');
  });
  await expect(work).rejects.toThrow('undone');
  expect((await auditor.call('checkAudit')).entries).toBe(before);
});

test('neither the site nor the owner of the tables changes or takes one away, and a change past that is found', async () => {
  await note('thing:x');
  const change = `update audit_entries set target = 'thing:y' where number = 2`;
  await expect(site.database.pool.query(change)).rejects.toMatchObject({ code: '42501' });
  await expect(site.database.pool.query('delete from audit_entries')).rejects.toMatchObject({
    code: '42501',
  });
  await expect(site.owner.pool.query(change)).rejects.toMatchObject({ code: '55000' });
  await expect(site.owner.pool.query('truncate audit_entries')).rejects.toMatchObject({ code: '55000' });
  await site.owner.pool.query(
    `alter table audit_entries disable trigger no_change; ${change}; alter table audit_entries enable trigger no_change`,
  );
  expect((await auditor.call('checkAudit')).broken_at).toBe(2);
});

test('only super admins and auditors read it', async () => {
  const stranger = await site.join();
  expect(await codeOf(stranger.call('listAudit'))).toBe('common.forbidden');
  expect(await codeOf(stranger.call('checkAudit'))).toBe('common.forbidden');
});
