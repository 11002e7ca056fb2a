import { CallError } from '@klieg/contract/client';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openTestDesk } from '#site/app/testing-desk-store.ts';
import { codeOf, useTestSite } from '#site/app/testing-site.ts';

const site = await useTestSite({ env: { OPERATOR_COMPANY: 'Lamp & <Co>' } });
const desk = openTestDesk(site);
const admin = await desk.joinAdmin();
const boss = await desk.joinSuperAdmin();
const { kysely } = site.database;

const keyOf = (link: string) => link.slice(link.lastIndexOf('/') + 1);
const send = async (more: object = { email: 'signer@example.org' }) =>
  keyOf((await admin.call('sendDeskDocument', { body: { template: 'model-agreement', ...more } })).link);
const guest = await site.visit();
const read = (id: string) => guest.call('getLegalDocument', { params: { id } });
const sign = (secret: string, signature = 'Ada Lamp') =>
  guest.call('signLegalDocument', { body: { secret, signature } });
const newest = async () => (await admin.call('listDeskDocuments', { query: {} })).items[0]!;
const errorOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  expect(error).toBeInstanceOf(CallError);
  const { httpStatus, body } = error as CallError;
  return { status: httpStatus, error: body?.error, errorType: body?.errorType, message: body?.message };
};

describe('a document to sign', () => {
  test('is read by the holder of its link: text, secret, whether it has expired, and how far it is (CONTENT-PAGES-018, CONTENT-PAGES-025)', async () => {
    const key = await send({ email: 'signer@example.org', signer_name: 'Ada Lamp' });
    expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const document = await read(key);
    expect(document).toMatchObject({
      secret: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      expired: false,
      status: 'open',
      title: 'Model agreement',
      version: '1',
      signer_name: 'Ada Lamp',
      signed_at: null,
      pdf_url: null,
    });
    expect(document.document_text).toContain('(Lamp & <Co>, ');
    expect(document.document_html).toContain('Lamp &amp; &lt;Co&gt;');
    // Reading it changes nothing.
    expect((await read(key)).status).toBe('open');
  });

  test('is signed once by a typed name; the secret is used up by it, and the link says signed from then on (CONTENT-PAGES-019)', async () => {
    const key = await send();
    const { secret } = await read(key);
    const late = (await read(key)).secret;
    const signed = await sign(secret, '  Ada Lamp ');
    expect(signed).toEqual({
      status: 1,
      signed_at: expect.stringMatching(/Z$/),
      pdf_url: expect.stringMatching(/^\/files\/legal\/[A-Za-z0-9_-]{43}\.pdf$/),
    });
    // A repeat, and another tab that was opened before.
    for (const used of [secret, late])
      expect(await errorOf(sign(used))).toMatchObject({ error: 'SIGN_FAILED' });
    expect(await read(key)).toMatchObject({
      status: 'signed',
      expired: false,
      secret: '',
      signed_at: signed.signed_at,
      pdf_url: expect.stringMatching(/^\/files\/legal\//),
    });
    expect(await newest()).toMatchObject({ status: 'signed', signature: 'Ada Lamp' });
  });

  test('signed from two tabs at once has one signature', async () => {
    const key = await send();
    const secrets = [(await read(key)).secret, (await read(key)).secret];
    const codes = await Promise.all(secrets.map((secret, at) => codeOf(sign(secret, `Name ${at}`))));
    expect(codes.filter((code) => code === 'content_pages.sign_failed')).toHaveLength(1);
    expect((await newest()).signature).toBe(`Name ${codes[0] === 'content_pages.sign_failed' ? 1 : 0}`);
  });

  test('that nobody knows, or whose link ended long ago, is NOT_FOUND (ERRORS-070, content_pages.legal_not_found)', async () => {
    expect(await errorOf(read('x'.repeat(43)))).toEqual({
      status: 404,
      error: 'NOT_FOUND',
      errorType: 'NOT_FOUND',
      message: 'This document does not exist or the link has expired',
    });
    const key = await send();
    await sql`update legal_documents set expires_at = now() - interval '31 days'
      where id = ${(await newest()).id}`.execute(kysely);
    expect(await codeOf(read(key))).toBe('content_pages.legal_not_found');
  });

  test('that cannot be signed answers SIGN_FAILED: a secret that is made up or has ended, an expired document (ERRORS-071, content_pages.sign_failed)', async () => {
    const failed = {
      status: 422,
      error: 'SIGN_FAILED',
      errorType: 'SIGN_FAILED',
      message: 'The document could not be signed. Please reload the page',
    };
    expect(await errorOf(sign('x'.repeat(43)))).toEqual(failed);
    const key = await send();
    const { secret } = await read(key);
    for (const signature of ['A', 'x'.repeat(81), '   '])
      expect(await codeOf(sign(secret, signature)), signature).toBe('common.invalid_input');
    await sql`update legal_documents set expires_at = now() - interval '1 second' where id = ${(await newest()).id}`.execute(
      kysely,
    );
    expect(await read(key)).toMatchObject({ status: 'expired', expired: true, secret: '' });
    expect(await errorOf(sign(secret))).toEqual(failed);
    // A key of a file signs nothing.
    const other = await send();
    const { pdf_url: url } = await sign((await read(other)).secret);
    expect(await errorOf(sign(url.slice('/files/legal/'.length, -'.pdf'.length)))).toEqual(failed);
  });

  test('comes as a file from an address that opens it alone', async () => {
    const key = await send();
    const { pdf_url: url } = await sign((await read(key)).secret);
    const answer = await fetch(site.url + url);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    for (const wrong of [`/files/legal/${key}.pdf`, '/files/legal/x.pdf', `/files/legal/..%2f..%2fsecret`])
      expect((await fetch(site.url + wrong)).status, wrong).toBe(404);
  });

  test('tells the open pages of its signer where that is an account', async () => {
    const member = await site.join();
    const key = await send({ username: member.username });
    const lobby = await member.openLobby();
    await sign((await read(key)).secret);
    expect(await lobby.waitFor('v3.account.update')).toMatchObject({
      part: 'compliance',
      status: 'document_signed',
    });
    expect(await newest()).toMatchObject({ username: member.username });
  });
});

describe('the desk of documents', () => {
  test('sends a document to an account or an address, mails its link, and keeps who sent and signed it in the audit log', async () => {
    const address = `signer.${Math.random()}@example.org`;
    const key = await send({ email: address });
    await eventually(async () => {
      const { rows } = await sql<{ text: string }>`
        select text from kept_mails where "to" = ${address}`.execute(kysely);
      expect(rows[0]?.text).toContain(`/legal/${key}`);
    });
    const { id, issued_by: by } = await newest();
    expect(by).toBe(admin.username);
    await sign((await read(key)).secret);
    const deeds = (await boss.call('listAudit', { query: { target: `legal:${id}` } })).items;
    expect(deeds.map(({ action }) => action)).toEqual(['legal.signed', 'legal.sent']);
    expect(deeds[0]!.detail).toMatchObject({ signature: 'Ada Lamp', template: 'model-agreement' });
    // The key of the link is kept nowhere.
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from legal_documents d where d::text like ${`%${key}%`}`.execute(kysely);
    expect(rows[0]!.n).toBe(0);
  });

  test('lists documents a page at a time, with the texts that can be sent', async () => {
    await send();
    await send();
    const first = await admin.call('listDeskDocuments', { query: { limit: '1' as never } });
    expect(first.items).toHaveLength(1);
    expect(first.templates.map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(['model-agreement', 'terms']),
    );
    const next = await admin.call('listDeskDocuments', {
      query: { limit: '1' as never, cursor: first.next_cursor! },
    });
    expect(next.items[0]!.id < first.items[0]!.id).toBe(true);
  });

  test('refuses texts that are none of the law, unknown people, and nobody or two to send to', async () => {
    const body = (more: object) => admin.call('sendDeskDocument', { body: more as never });
    const email = 'signer@example.org';
    for (const template of ['esports', 'legal', 'no-such-text'])
      expect(await codeOf(body({ template, email })), template).toBe('content_pages.not_found');
    expect(await codeOf(body({ template: 'terms', username: 'nobody_here' }))).toBe('common.not_found');
    expect(await codeOf(body({ template: 'terms' }))).toBe('common.invalid_input');
    expect(await codeOf(body({ template: 'terms', email, username: 'nobody_here' }))).toBe(
      'common.invalid_input',
    );
  });

  test('is open to admins alone, and the list to those with their password given lately', async () => {
    const [viewer, late] = [await site.join(), await desk.joinAdmin()];
    await sql`update sessions set sudo_until = null where account_id = ${late.id}`.execute(kysely);
    const body = { template: 'terms', email: 'signer@example.org' };
    expect(await codeOf(guest.call('sendDeskDocument', { body }))).toBe('common.unauthenticated');
    expect(await codeOf(viewer.call('sendDeskDocument', { body }))).toBe('common.forbidden');
    expect(await codeOf(guest.call('listDeskDocuments', { query: {} }))).toBe('common.unauthenticated');
    expect(await codeOf(viewer.call('listDeskDocuments', { query: {} }))).toBe('common.forbidden');
    expect(await codeOf(late.call('listDeskDocuments', { query: {} }))).toBe('common.sudo_required');
  });
});
