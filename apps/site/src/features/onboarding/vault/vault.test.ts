import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '#site/app/testing-site.ts';
import { imageFormat } from '#site/platform/images/image-format.ts';
import { orientedJpeg } from '#site/platform/images/testing-images.ts';
import { openApplicants, PERSON, photo } from '#site/app/testing-applicant-store.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'klieg-vault-'));
let ahead = 0;
const site = await useTestSite({
  env: { DATA_DIR: dataDir },
  clock: { now: () => Date.now() + ahead },
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const { kysely } = site.database;
const applicants = openApplicants(site);
const keeper = await site.join({ roles: ['model_admin'] });
const PLACE = 'GPS 38.7 -9.1 of my home';
const pdf = Buffer.from('%PDF-1.4 a page of the tax office about Ostrowitzki %%EOF');
const model = await applicants.fill('2087-03-19');
await applicants.send(model, 'tax_form', pdf);
await applicants.send(model, 'selfie_with_id', orientedJpeg(photo, 1, PLACE));
await applicants.submit(model);

const REASON = 'first look at a new application';
const open = (by: Member, reason = REASON) =>
  by.call('openVault', { params: { username: model.username }, query: { reason } });
const looks = async () =>
  (
    await sql<{ actor: string; detail: string }>`
    select actor, detail from audit_entries where action = 'vault.opened' order by number`.execute(kysely)
  ).rows;
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

test('neither a table nor a file holds a name, a date or a picture of what was sent', async () => {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(
    site.owner.kysely,
  );
  expect(tables.length).toBeGreaterThan(100);
  const texts = [
    ...Object.values(PERSON)
      .flat()
      .filter((value) => value.length > 5),
    '2087-03-19',
    PLACE,
    pdf.toString().slice(9, 40),
  ];
  const bytes = [...texts.map((text) => Buffer.from(text)), photo.subarray(2_000, 2_040)];
  const needles = [...texts, ...bytes.map((one) => one.toString('hex'))];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.raw(name)} t`.execute(site.owner.kysely);
    const all = rows.map(({ row }) => row).join('\n');
    for (const needle of needles) expect(all.includes(needle), `${needle} in ${name}`).toBe(false);
  }
  const files = filesBelow(dataDir);
  expect(files.filter((path) => path.includes('/vault/')).length).toBeGreaterThanOrEqual(5);
  for (const path of files) {
    const content = readFileSync(path);
    for (const one of bytes) expect(content.includes(one), path).toBe(false);
    if (path.includes('/vault/')) expect(imageFormat(content)).toBeUndefined();
  }
});

test('staff sees it with a reason, for a minute, and the look stays in the audit log', async () => {
  const { person, documents } = await open(keeper);
  expect(person).toEqual(PERSON);
  expect(documents.map(({ kind }) => kind).toSorted()).toEqual([
    'address_proof',
    'id_back',
    'id_front',
    'selfie_with_id',
    'tax_form',
  ]);
  expect(documents.find(({ kind }) => kind === 'id_front')?.expires_on).toBe('2087-03-19');
  const [look] = (await looks()).slice(-1);
  expect(look).toMatchObject({ actor: keeper.username });
  expect(JSON.parse(look!.detail)).toMatchObject({ reason: REASON });
  await expect(sql`delete from audit_entries`.execute(site.owner.kysely)).rejects.toThrow('append-only');

  const selfie = documents.find(({ kind }) => kind === 'selfie_with_id')!;
  const shown = await keeper.fetch(selfie.url);
  expect(shown.headers.get('content-type')).toBe('image/jpeg');
  expect(shown.headers.get('cache-control')).toBe('private, no-store');
  const picture = Buffer.from(await shown.arrayBuffer());
  expect(imageFormat(picture)).toBe('jpeg');
  expect(picture.includes(PLACE)).toBe(false);

  const form = await keeper.fetch(documents.find(({ kind }) => kind === 'tax_form')!.url);
  expect(form.headers.get('content-type')).toBe('application/octet-stream');
  expect(form.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(form.headers.get('content-security-policy')).toContain('sandbox');
  expect(Buffer.from(await form.arrayBuffer()).equals(pdf)).toBe(true);

  // Nobody else opens the same address: neither the model herself nor another of staff.
  const other = await site.join({ roles: ['model_admin'] });
  for (const by of [model, other, await site.visit()]) expect((await by.fetch(selfie.url)).status).toBe(404);
  ahead += 61_000;
  expect((await keeper.fetch(selfie.url)).status).toBe(404);
});

test('without a reason, and by anybody else, nothing is opened (common.invalid_input)', async () => {
  const before = (await looks()).length;
  expect(await codeOf(open(keeper, 'short'))).toBe('common.invalid_input');
  expect(await codeOf(open(model))).toBe('common.forbidden');
  expect(await codeOf(open(await site.join({ roles: ['site_mod'] })))).toBe('common.forbidden');
  const nobody = keeper.call('openVault', {
    params: { username: keeper.username },
    query: { reason: REASON },
  });
  expect(await codeOf(nobody)).toBe('common.not_found');
  expect((await looks()).length).toBe(before);
  // What was sent comes back to nobody who sent it.
  const { documents } = await model.call('getOnboarding');
  expect(documents.toSorted()).toEqual([
    'address_proof',
    'id_back',
    'id_front',
    'selfie_with_id',
    'tax_form',
  ]);
});

test.runIf(isFullRun)(
  'a draft that another takes the place of is gone, also from the place of files',
  async () => {
    const drafter = await site.join({ type: 'model', isApproved: false });
    const { document_id: first } = await applicants.send(drafter, 'passport');
    const { document_id: second } = await applicants.send(drafter, 'passport');
    await eventually(async () => {
      await site.site.doChores();
      const names = filesBelow(join(dataDir, 'blobs', 'vault')).join(' ');
      expect(names).not.toContain(first);
      expect(names).toContain(second);
    });
  },
);
