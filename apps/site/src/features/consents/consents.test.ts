import { MEDIA_FACTS, verifyMediaToken } from '@klieg/contract/media';
import { DAY_MS } from '@klieg/kernel/time';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openPerformers, SIGNED } from '../../app/testing-consent-store.ts';
import { photo } from '../../app/testing-applicant-store.ts';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { liveFact } from '../broadcast/testing-live.ts';

let ahead = 0;
const site = await useTestSite({ clock: { now: () => Date.now() + ahead } });
const { kysely } = site.database;
const performers = openPerformers(site);
const keeper = await site.join({ roles: ['model_admin'] });
const model = await site.join({ type: 'model' });
const day = (days: number) => new Date(Date.now() + ahead + days * DAY_MS).toISOString().slice(0, 10);

const stateOf = async (id: string, by: Member = model) =>
  (await by.call('listConsents')).items.find((one) => one.id === id)?.state;
const decide = (id: string, body: object, by: Member = keeper) =>
  by.call('decideReview', { params: { id }, body: body as never });
const invite = async (key: string) => (await site.visit()).call('getConsentInvite', { params: { key } });
const start = (ids: readonly string[], by: Member = model) =>
  by.call('startBroadcast', { body: { streaming_tech: 'webrtc', co_performers: [...ids] } });
const roomOf = async ({ id }: Member) => (await site.site.rooms.get(id as never)).status;

describe('a model asks', () => {
  test('by an address: the link goes to that person alone, says for what, and is kept as a digest', async () => {
    const email = 'nell@example.org';
    const until = day(30);
    const id = await performers.ask(model, email, { from: day(0), until });
    const key = await performers.keyOf(email);
    expect(await invite(key)).toMatchObject({
      id,
      state: 'invited',
      expired: false,
      model_display_name: expect.any(String) as string,
      scopes: ['depict', 'distribute'],
      valid_until: until,
      text_version: '1',
      documents: [],
      note: null,
    });
    const told = await model.call('listConsents');
    expect(told.items[0]).toMatchObject({ id, name: 'Nell from Lisbon', alias: null, state: 'invited' });
    expect(JSON.stringify(told)).not.toContain(email);
    const { rows } = await sql<{ row: string }>`
      select row_to_json(c)::text as row from co_performer_consents c where id = ${id}`.execute(kysely);
    expect(rows[0]!.row).not.toContain(key);
    const unknown = (await site.visit()).call('getConsentInvite', { params: { key: 'x'.repeat(43) } });
    expect(await codeOf(unknown)).toBe('common.not_found');
  });

  test('by a name that nobody may have: the answer tells nothing, and only a confirmed address is mailed', async () => {
    const known = await site.join();
    const body = (username: string) => ({ name: 'A friend', username, scopes: ['depict' as const] });
    const asked = await model.call('askConsent', { body: body(known.username) });
    const nobody = await model.call('askConsent', { body: body('nobody-of-this-name') });
    expect(Object.keys(asked)).toEqual(Object.keys(nobody));
    expect(await stateOf(nobody.id)).toBe('invited');
    await performers.ask(model, 'after@example.org');
    await performers.keyOf('after@example.org');
    const texts = (await performers.mailsTo(`${known.username}@example.org`)).map(({ text }) => text);
    expect(texts.join()).not.toContain('/consent/');
    await sql`update accounts set email_confirmed = true where id = ${known.id}`.execute(kysely);
    await model.call('askConsent', { body: body(known.username) });
    await performers.keyOf(`${known.username}@example.org`);
  });

  test('nobody is asked in vain: not oneself, not without a way, not for a day that is over (common.not_self)', async () => {
    const ask = (body: object, by: Member = model) =>
      codeOf(by.call('askConsent', { body: { name: 'Me', scopes: ['depict'], ...body } as never }));
    expect(await ask({ username: model.username })).toBe('common.not_self');
    expect(await ask({ email: `${model.username}@example.org` })).toBe('common.not_self');
    for (const wrong of [
      {},
      { email: 'a@example.org', username: 'somebody' },
      { email: 'a@example.org', until: '2020-01-01' },
      { email: 'a@example.org', from: day(2), until: day(1) },
      { email: 'a@example.org', scopes: [] },
      { email: 'a@example.org', scopes: ['depict', 'depict'] },
    ])
      expect(await ask(wrong)).toBe('common.invalid_input');
    expect(await ask({ email: 'a@example.org' }, await site.join())).toBe('common.forbidden');
  });

  test('only so many wait at the same time, also of those asked at once (compliance.consent_limit)', async () => {
    const busy = await site.join({ type: 'model' });
    const codes = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        performers.ask(busy, `many${n}@example.org`).then(
          () => 'ok',
          (error: { code: string }) => error.code,
        ),
      ),
    );
    expect(codes.filter((code) => code === 'ok')).toHaveLength(20);
    expect(new Set(codes)).toEqual(new Set(['ok', 'compliance.consent_limit']));
  });

  test('one address is mailed only so often a day, whoever asks', async () => {
    const email = 'often@example.org';
    const models = await Promise.all(Array.from({ length: 7 }, () => site.join({ type: 'model' })));
    // All at once: those who come too late take nothing from those whose mails are still to be written.
    await Promise.all(models.map((one) => performers.ask(one, email)));
    await performers.ask(model, 'last@example.org');
    await performers.keyOf('last@example.org');
    await eventually(async () => expect(await performers.mailsTo(email)).toHaveLength(5));

    // By the name of who has the address it is the same.
    const known = await site.join();
    await sql`update accounts set email_confirmed = true where id = ${known.id}`.execute(kysely);
    const body = { name: 'A friend', username: known.username, scopes: ['depict' as const] };
    await Promise.all(models.map((one) => one.call('askConsent', { body })));
    await performers.ask(models[0]!, 'after-those@example.org');
    await performers.keyOf('after-those@example.org');
    const mails = async () =>
      (await performers.mailsTo(`${known.username}@example.org`)).filter(({ text }) =>
        text.includes('/consent/'),
      );
    await eventually(async () => expect(await mails()).toHaveLength(5));
  });
});

describe('the person', () => {
  test.runIf(isFullRun)(
    'sends the documents, signs once, and staff checks it: the model sees how it stands, and nothing else',
    async () => {
      const email = 'odalys@example.org';
      const id = await performers.ask(model, email);
      const key = await performers.keyOf(email);
      const guest = await site.visit();
      const answer = (more: object = {}) =>
        guest.call('answerConsent', { params: { key }, body: { ...SIGNED, ...more } });
      expect(await codeOf(answer())).toBe('compliance.steps_missing');
      expect((await performers.send(guest, key, 'id_front')).documents).toEqual(['id_front']);
      expect((await performers.send(guest, key, 'selfie_with_id')).documents).toEqual([
        'id_front',
        'selfie_with_id',
      ]);
      expect(await codeOf(answer({ birth_date: day(-17 * 365) }))).toBe('compliance.under_age');
      expect(await codeOf(answer({ text_version: '0' }))).toBe('common.invalid_input');
      // The second tab, and the second press.
      const both = await Promise.all([answer().catch(codeOfError), answer().catch(codeOfError)]);
      expect(both).toContainEqual({ status: 1, state: 'pending' });
      expect(both).toContain('compliance.consent_closed');
      expect(await codeOf(performers.send(guest, key, 'id_front'))).toBe('compliance.consent_closed');
      expect(await invite(key)).toMatchObject({ state: 'pending', expired: true });

      const waiting = (await performers.waitingOf(id, keeper))!;
      expect(waiting).toMatchObject({
        kind: 'consent',
        user: { username: model.username },
        payload: { case: { attempt: 1, agreement_version: '1', consent: { alias: 'Nell Harbour' } } },
      });
      const told = JSON.stringify([waiting, await model.call('listConsents')]);
      for (const secret of [SIGNED.legal_name, SIGNED.birth_date, email]) expect(told).not.toContain(secret);
      const { rows } = await sql<{ all: string }>`
      select string_agg(row_to_json(c)::text, '') as all from co_performer_consents c`.execute(kysely);
      expect(rows[0]!.all).not.toContain(SIGNED.legal_name);

      await decide(id, { decision: 'approve' });
      expect(await codeOf(decide(id, { decision: 'approve' }))).toBe('moderation.stale');
      expect(await stateOf(id)).toBe('approved');
      await eventually(async () =>
        expect((await performers.mailsTo(email)).map(({ subject }) => subject)).toContain(
          'Your consent was checked',
        ),
      );
      const { items } = await model.call('listNotifications', { query: {} });
      expect(items.map(({ title }) => title)).toContain('Nell from Lisbon is cleared');
    },
  );

  test('sends no file that is none, and no document that has ended (compliance.document_refused)', async () => {
    await performers.ask(model, 'files@example.org');
    const key = await performers.keyOf('files@example.org');
    const guest = await site.visit();
    const refused = [
      [Buffer.from('<html>'), {}],
      [photo, { expires_on: '2020-01-01' }],
    ] as const;
    for (const [bytes, more] of refused)
      expect(await codeOf(performers.send(guest, key, 'id_front', bytes, more))).toBe(
        'compliance.document_refused',
      );
    expect(await codeOf(performers.send(guest, key, 'tax_form'))).toBe('common.invalid_input');
    expect(await codeOf(performers.send(guest, 'y'.repeat(43), 'id_front'))).toBe('common.not_found');
    const empty = guest.call('sendConsentDocument', { params: { key }, form: new FormData() });
    expect(await codeOf(empty)).toBe('common.file_count');
    const answer = guest.call('answerConsent', { params: { key: 'y'.repeat(43) }, body: SIGNED });
    expect(await codeOf(answer)).toBe('common.not_found');
    expect((await invite(key)).documents).toEqual([]);
  });

  test('may say no, and the link takes no other answer (compliance.consent_closed)', async () => {
    const id = await performers.ask(model, 'no@example.org');
    const key = await performers.keyOf('no@example.org');
    const guest = await site.visit();
    const answer = (body: { accept: false } | typeof SIGNED) =>
      guest.call('answerConsent', { params: { key }, body });
    expect(await answer({ accept: false })).toEqual({ status: 1, state: 'refused' });
    expect(await stateOf(id)).toBe('refused');
    expect(await codeOf(answer(SIGNED))).toBe('compliance.consent_closed');
  });

  test('answers within two weeks: after that the link is over, and says so', async () => {
    const id = await performers.ask(model, 'late@example.org');
    const key = await performers.keyOf('late@example.org');
    ahead += 14 * DAY_MS + 1;
    const guest = await site.visit();
    expect(await invite(key)).toMatchObject({ state: 'expired', expired: true });
    expect(await codeOf(performers.send(guest, key, 'id_front'))).toBe('compliance.consent_closed');
    ahead = 0;
    expect(await stateOf(id)).toBe('invited');
  });

  test.runIf(isFullRun)(
    'who is sent back gets a new link, which alone works, and what was good stays',
    async () => {
      const email = 'again@example.org';
      const id = await performers.ask(model, email);
      const key = await performers.keyOf(email);
      await performers.sign(await site.visit(), key);
      await decide(id, { decision: 'reject', note: 'The number cannot be read.' });
      const next = await performers.keyOf(email, 2);
      expect(next).not.toBe(key);
      expect(await codeOf(invite(key))).toBe('common.not_found');
      expect(await invite(next)).toMatchObject({
        state: 'invited',
        documents: ['id_front', 'selfie_with_id'],
        note: 'The number cannot be read.',
      });
      await performers.sign(await site.visit(), next);
      expect((await performers.waitingOf(id, keeper))?.payload.case?.attempt).toBe(2);
    },
  );
});

describe('staff', () => {
  test.runIf(isFullRun)('looks with a reason that is kept, and nobody else (common.not_found)', async () => {
    const id = await performers.ask(model, 'looked@example.org');
    const query = { reason: 'To compare the document with the face' };
    const open = (by: Member, of = id) => by.call('openConsent', { params: { id: of }, query });
    expect(await codeOf(open(keeper))).toBe('common.not_found');
    await performers.sign(await site.visit(), await performers.keyOf('looked@example.org'));
    const { person, documents } = await open(keeper);
    const { legal_name, birth_date, alias } = SIGNED;
    expect(person).toEqual({ legal_name, birth_date, alias });
    expect(documents.map(({ kind }) => kind)).toEqual(['id_front', 'selfie_with_id']);
    const shown = await keeper.fetch(documents[0]!.url);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect((await model.fetch(documents[0]!.url)).status).toBe(404);
    expect(await codeOf(open(model))).toBe('common.forbidden');
    const { rows } = await sql<{ action: string }>`
      select action from audit_entries where target = ${`consent:${id}`}`.execute(kysely);
    expect(rows).toEqual([{ action: 'vault.opened' }]);
  });

  test.runIf(isFullRun)('who has asked, or was named, does not decide (common.not_self)', async () => {
    const both = await site.join({ type: 'model' });
    const id = await performers.ask(both, 'self@example.org');
    await performers.sign(await site.visit(), await performers.keyOf('self@example.org'));
    await sql`update accounts set user_roles = '{model_admin}' where id = ${both.id}`.execute(kysely);
    expect(await codeOf(decide(id, { decision: 'approve' }, both))).toBe('common.not_self');
  });
});

describe('a broadcast', () => {
  const goLive = async (by: Member, ids: readonly string[]) => {
    const { ingest } = await start(ids, by);
    const claims = verifyMediaToken(site.site.mediaSecret, ingest!.token, Date.now() + ahead);
    if (claims?.use !== 'publish') throw new Error('no right to publish');
    const { broadcastId, streamName } = claims;
    site.bus.publish(MEDIA_FACTS, liveFact(by, { broadcastId, streamName }, { tech: 'webrtc' }));
    await eventually(async () => expect(await roomOf(by)).toBe('online'));
    return broadcastId;
  };
  const namedIn = async (broadcastId: string) =>
    (
      await sql<{ id: string }>`select consent_id as id from broadcast_performers
        where broadcast_id = ${broadcastId}`.execute(kysely)
    ).rows.map(({ id }) => id);

  test.runIf(isFullRun)(
    'begins only when each who is named has given a consent that was checked and holds (compliance.consent_missing)',
    async () => {
      const mine = await site.join({ type: 'model' });
      const good = await performers.clear(mine, keeper, 'good@example.org');
      const open = await performers.ask(mine, 'open@example.org');
      const later = await performers.clear(mine, keeper, 'later@example.org', { from: day(3) });
      const unseen = await performers.clear(mine, keeper, 'unseen@example.org', { scopes: ['download'] });
      const other = await performers.clear(model, keeper, 'others@example.org');
      for (const bad of [open, later, unseen, other, '01890000-0000-7000-8000-000000000000'])
        expect(await codeOf(start([good, bad], mine))).toBe('compliance.consent_missing');
      // A start that is refused opens nothing.
      expect(await roomOf(mine)).toBe('offline');
      expect(await codeOf(start(Array(11).fill(good) as string[], mine))).toBe('common.invalid_input');
      const { broadcast_id: id } = await start([good, good], mine);
      expect(await namedIn(id)).toEqual([good]);
      // A repeat changes nothing, and neither does one that is refused.
      expect((await start([good], mine)).broadcast_id).toBe(id);
      expect(await codeOf(start([open], mine))).toBe('compliance.consent_missing');
      expect(await namedIn(id)).toEqual([good]);
      // Until it has a picture, those are in it who were named last.
      const second = await performers.clear(mine, keeper, 'second@example.org');
      expect((await start([second], mine)).broadcast_id).toBe(id);
      expect(await namedIn(id)).toEqual([second]);
      await start([], mine);
      expect(await namedIn(id)).toEqual([]);
    },
  );

  test.runIf(isFullRun)('needs a document that holds, too', async () => {
    const mine = await site.join({ type: 'model' });
    const id = await performers.clear(mine, keeper, 'ends@example.org', {}, { expires_on: day(2) });
    await start([id], mine);
    await mine.call('stopBroadcast', { body: {} });
    ahead += 3 * DAY_MS;
    await mine.login(mine.username, mine.password);
    expect(await codeOf(start([id], mine))).toBe('compliance.consent_missing');
    expect(await stateOf(id, mine)).toBe('expired');
    ahead = 0;
  });

  test.runIf(isFullRun)(
    'ends at once when somebody who is in it withdraws by the link; none may name them again, and recordings go off',
    async () => {
      const mine = await site.join({ type: 'model' });
      const email = 'withdraws@example.org';
      const id = await performers.clear(mine, keeper, email);
      const key = await performers.keyOf(email, 2);
      const broadcastId = await goLive(mine, [id]);
      await sql`insert into recordings (id, origin_id, account_id, broadcast_id, kind, state, video_blob, duration_ms)
      values (gen_random_uuid(), gen_random_uuid(), ${mine.id}, ${broadcastId}, 'public', 'ready', 'x', 1000)`.execute(
        kysely,
      );
      const [recording] = (await mine.call('listRecordings', { query: {} })).items;
      const guest = await site.visit();
      const revoke = (body: object, by = guest, of = id) =>
        by.call('revokeConsent', { params: { id: of }, body });
      expect(await codeOf(revoke({}))).toBe('common.not_found');
      expect(await codeOf(revoke({ key: 'z'.repeat(43) }))).toBe('common.not_found');
      expect(await codeOf(revoke({}, await site.join({ type: 'model' })))).toBe('common.not_found');
      expect(await revoke({ key, reason: 'I have changed my mind.' })).toEqual({ status: 1, removed: 1 });
      await eventually(async () => expect(await roomOf(mine)).toBe('offline'));
      expect(await revoke({ key })).toEqual({ status: 1, removed: 0 });
      expect(await stateOf(id, mine)).toBe('revoked');
      expect(await codeOf(start([id], mine))).toBe('compliance.consent_missing');
      await eventually(async () =>
        expect((await mine.call('listRecordings', { query: {} })).items[0]?.state).toBe('withdrawn'),
      );
      expect(await codeOf(mine.call('getRecordingUrl', { params: { id: recording!.id } }))).toBe(
        'common.not_found',
      );
      const { items } = await mine.call('listNotifications', { query: {} });
      expect(items.map(({ title }) => title)).toContain('Nell from Lisbon has withdrawn');
    },
  );

  test.runIf(isFullRun)('the model ends a consent, too; one who is in no broadcast stops none', async () => {
    const mine = await site.join({ type: 'model' });
    const id = await performers.clear(mine, keeper, 'ended@example.org');
    await goLive(mine, []);
    expect(await mine.call('revokeConsent', { params: { id }, body: {} })).toEqual({ status: 1, removed: 0 });
    expect(await stateOf(id, mine)).toBe('revoked');
    expect(await roomOf(mine)).toBe('online');
  });
});

function codeOfError(error: unknown): string {
  return (error as { code: string }).code;
}
