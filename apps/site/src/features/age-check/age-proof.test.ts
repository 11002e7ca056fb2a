import { generateKeyPairSync, randomBytes, sign as signPlain, constants } from 'node:crypto';
import type { Api, ArgumentsOf } from '@klieg/contract';
import { eventually } from '@klieg/testing/eventually';
import type { Visitor } from '@klieg/testing';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { BEHIND_PROXY, codeOf, TEST_PASSWORD, useTestSite } from '../../app/testing-site.ts';
import { openTestProofs } from './testing-proofs.ts';
import { openTestTwins } from './testing-twins.ts';

const site = await useTestSite({ env: BEHIND_PROXY });
const { kysely } = site.database;
const twins = openTestTwins(site);
const proofs = openTestProofs(site);
const FRANCE = { country: 'FR' };

type Shown = ArgumentsOf<Api['checkAgeByProof']>['body'];
const open = async (visitor: Visitor, method: Shown['method'] = 'id_check') =>
  (await visitor.call('openAgeProof', { body: { method } })).challenge;
const show = (visitor: Visitor, body: Shown) => visitor.call('checkAgeByProof', { body });
const stateOf = async (visitor: Visitor) => (await visitor.call('getAgeCheck')).state;

describe('a proof that nobody can link', () => {
  test('is offered in France, for documents and digital identities, and nowhere else: AGE-VERIFICATION-029, AGE-VERIFICATION-030', async () => {
    const guest = await site.visit(FRANCE);
    expect(await guest.call('getAgeCheck')).toMatchObject({
      has_proof: true,
      allowed: ['id_check', 'digital_id'],
    });
    const opened = await guest.call('openAgeProof', { body: { method: 'digital_id' } });
    expect(opened.issuer).toEqual({
      name: 'Sandbox age proof',
      page_url: `${site.sandboxUrl}/twins/age-proof/`,
      api_url: `${site.sandboxUrl}/twins/age-proof`,
    });
    for (const from of [{ country: 'GB' }, { country: 'US', region: 'TX' }, { country: 'DE' }]) {
      const elsewhere = await site.visit(from);
      expect((await elsewhere.call('getAgeCheck')).has_proof).toBe(false);
      expect(await codeOf(open(elsewhere))).toBe('compliance.method_not_allowed');
      const { body } = await proofs.makeProof(opened.challenge);
      expect(await codeOf(show(elsewhere, body))).toBe('compliance.method_not_allowed');
    }
  });

  test('opens the site to the visit that has shown it, and to no other of the same account', async () => {
    const member = await site.join({ from: FRANCE, tokens: 10 });
    for (const method of ['id_check', 'digital_id'] as const) {
      const { body } = await proofs.makeProof(await open(member, method), { method });
      expect(await show(member, body)).toEqual({
        state: 'passed',
        message: 'Your age is verified',
      });
    }
    expect(await stateOf(member)).toBe('passed');
    expect((await member.call('getCurrentUser')).user.ageVerification.state).toBe('passed');
    const other = await site.visit(FRANCE);
    await other.login(member.username, member.password);
    expect(await stateOf(other)).toBe('none');
    await member.call('logout', { body: {} });
    await member.login(member.username, member.password);
    expect(await stateOf(member)).toBe('none');
    const { rows } = await sql`select from age_checks where subject = ${`a${member.id}`}`.execute(kysely);
    expect(rows).toEqual([]);
  });

  test('of a guest does not go over to the account that they make', async () => {
    const guest = await site.visit(FRANCE);
    const { body } = await proofs.makeProof(await open(guest));
    await show(guest, body);
    expect(await stateOf(guest)).toBe('passed');
    const { user } = await guest.call('register', {
      body: {
        username: 'proved_guest',
        email: 'proved_guest@example.org',
        password: TEST_PASSWORD,
        birth_date: '1990-05-01',
        gender: 'f',
        type: 'other',
        terms_accepted: true,
        age_confirmed: true,
      },
    });
    expect(await stateOf(guest)).toBe('none');
    const { rows } = await sql`select from age_checks where subject = ${`a${user.id}`}`.execute(kysely);
    expect(rows).toEqual([]);
  });

  test('leaves a digest behind, and a check of the day: no account, no address, no time, nothing of the issuer', async () => {
    await sql`delete from age_checks`.execute(kysely);
    await sql`delete from age_proof_tokens`.execute(kysely);
    const member = await site.join({ from: FRANCE });
    const { body } = await proofs.makeProof(await open(member));
    await show(member, body);
    const { rows: tokens } = await sql<Record<string, unknown>>`select * from age_proof_tokens`.execute(
      kysely,
    );
    expect(tokens).toEqual([{ digest: expect.any(Buffer) as Buffer, ends_on: expect.anything() as unknown }]);
    const { rows: checks } = await sql<Record<string, unknown>>`
      select substr(subject, 1, 1) as whose, method, jurisdiction, state, vendor_ref, thread_id,
        begun_at = date_trunc('day', begun_at, 'UTC') and decided_at = begun_at and ends_at = begun_at + interval '2 days' as is_of_day,
        substr(id::text, 15, 1) as id_kind from age_checks`.execute(kysely);
    expect(checks).toEqual([
      {
        whose: 's',
        method: 'id_check',
        jurisdiction: 'FR',
        state: 'passed',
        vendor_ref: null,
        thread_id: null,
        is_of_day: true,
        // Ids of the other kind hold the time.
        id_kind: '4',
      },
    ]);
    // No session of the database has a name that stands there.
    const { rows: joined } = await sql`
      select from age_checks c join sessions s on strpos(c.subject, s.public_id::text) > 0
        or strpos(c.subject, encode(s.id_hash, 'hex')) > 0`.execute(kysely);
    expect(joined).toEqual([]);
  });

  test.runIf(isFullRun)('is not in the log of the site, nor is who has shown it', async () => {
    const lines: string[] = [];
    const write = (fields: object, message: string) => void lines.push(JSON.stringify([fields, message]));
    const logging = await useTestSite({
      env: BEHIND_PROXY,
      log: { info: write, warn: write, error: write },
    });
    const own = openTestProofs(logging);
    const member = await logging.join({ from: { ...FRANCE, address: '198.51.100.77' } });
    const from = lines.length;
    const { body } = await own.makeProof(await open(member));
    await show(member, body);
    expect(await codeOf(show(member, body))).toBe('compliance.proof_closed');
    const told = lines.slice(from).join('\n');
    for (const value of [body.challenge, body.prefix, body.signature, member.username, '198.51.100.77'])
      expect(told).not.toContain(value);
  });

  test('whose key is over is forgotten by the chores', async () => {
    await sql`insert into age_proof_tokens (digest, ends_on) values (${randomBytes(32)}, current_date - 2)`.execute(
      kysely,
    );
    await site.site.doChores();
    const { rows } = await sql`select from age_proof_tokens where ends_on < current_date - 1`.execute(kysely);
    expect(rows).toEqual([]);
  });
});

describe('refused is', () => {
  test('a proof that is forged, or signed by a key that is not of the issuer', async () => {
    const guest = await site.visit(FRANCE);
    const { body } = await proofs.makeProof(await open(guest));
    const [key] = await proofs.listKeys();
    const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const token = Buffer.concat([
      Buffer.from(body.prefix, 'base64url'),
      Buffer.from(`klieg age proof 1: over 18, for the visit ${body.challenge}`),
    ]);
    const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 48 };
    const signedByOther = signPlain('sha384', token, { key: foreign.privateKey, ...pss }).toString(
      'base64url',
    );
    for (const wrong of [
      { signature: 'A'.repeat(342) },
      { signature: `${body.signature.slice(0, -8)}AAAAAAAA` },
      { signature: body.signature.slice(0, 301) },
      { signature: signedByOther },
      { signature: signedByOther, key_id: 'a-key-of-mine' },
      { key_id: `${key!.id}0` },
      { prefix: randomBytes(32).toString('base64url') },
    ])
      expect(await codeOf(show(guest, { ...body, ...wrong }))).toBe('compliance.verification_failed');
    expect(await stateOf(guest)).toBe('none');
    // None of that has used the good one up.
    expect(await codeOf(show(guest, body))).toBe('not refused');
  });

  test('a proof that was shown before, also where it is shown many times at once', async () => {
    const guest = await site.visit(FRANCE);
    const { body } = await proofs.makeProof(await open(guest));
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(show(guest, body))));
    expect(codes.filter((code) => code === 'not refused')).toHaveLength(1);
    expect(codes.filter((code) => code === 'compliance.proof_closed')).toHaveLength(7);
    expect(await codeOf(show(guest, body))).toBe('compliance.proof_closed');
  });

  test('a proof for another visit, another method, or a challenge that nobody has made', async () => {
    const [guest, stranger] = [await site.visit(FRANCE), await site.visit(FRANCE)];
    const challenge = await open(guest);
    const { body } = await proofs.makeProof(challenge);
    expect(await codeOf(show(stranger, body))).toBe('compliance.session_unknown');
    expect(await codeOf(show(guest, { ...body, method: 'digital_id' }))).toBe('compliance.session_unknown');
    const [until, random, seal] = challenge.split('.');
    for (const forged of [
      `${Number(until) + 1}.${random}.${seal}`,
      `${until}.${random}`,
      `${challenge}.more`,
      'anything',
    ])
      expect(await codeOf(show(guest, { ...body, challenge: forged }))).toBe('compliance.session_unknown');
    // A challenge of the visit with the proof of another one.
    const other = await open(guest);
    expect(await codeOf(show(guest, { ...body, challenge: other }))).toBe('compliance.verification_failed');
    expect(await stateOf(stranger)).toBe('none');
  });

  test('a proof by a key whose days are over', async () => {
    const guest = await site.visit(FRANCE);
    await twins.setFaults({ signsWithOldKey: true });
    const old = (await proofs.listKeys()).find(({ until }) => Date.parse(until) <= Date.now())!;
    const { body } = await proofs.makeProof(await open(guest), { key: old });
    // The site asks for the list of keys once more when it meets one that it does not know.
    await eventually(async () => expect(await codeOf(show(guest, body))).toBe('compliance.proof_closed'));
    expect(await stateOf(guest)).toBe('none');
    await twins.setFaults({});
  });

  test('somebody who has failed too often by other ways', async () => {
    const guest = await site.visit(FRANCE);
    const { body } = await proofs.makeProof(await open(guest));
    for (let tries = 1; tries <= 3; tries++) {
      const { url } = await guest.call('openYoti', { query: { type: 'TYPE_DOC_SCAN' } });
      await twins.choose(url, 'minor');
      await eventually(async () => expect((await guest.call('getAgeCheck')).attempts).toBe(tries));
    }
    expect(await codeOf(open(guest))).toBe('compliance.too_many_attempts');
    expect(await codeOf(show(guest, body))).toBe('compliance.too_many_attempts');
  });
});

describe('the issuer', () => {
  test('gives a code to adults alone, and one signature for a code, however many ask at once', async () => {
    expect(await proofs.showSelf('minor')).toBeUndefined();
    expect(await proofs.showSelf('cancel')).toBeUndefined();
    const code = (await proofs.showSelf())!;
    const [key] = await proofs.listKeys();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        proofs.sign(code, key!.id, Buffer.concat([Buffer.of(0), randomBytes(255)])),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403, 403]);
    expect((await proofs.sign('AAAA-AAAA-AAAA', key!.id, randomBytes(256))).status).toBe(403);
  });

  test.runIf(isFullRun)('that is away is told before anybody goes there in vain', async () => {
    const fresh = await useTestSite({ env: BEHIND_PROXY });
    const there = openTestTwins(fresh);
    const guest = await fresh.visit(FRANCE);
    await there.setFaults({ isAway: true });
    const own = openTestProofs(fresh);
    expect(await codeOf(open(guest))).toBe('compliance.vendor_unavailable');
    await there.setFaults({});
    const { body } = await own.makeProof(await open(guest));
    await there.setFaults({ isAway: true });
    // A key that this site has not heard of may be a new one: nobody can say now.
    await eventually(async () =>
      expect(await codeOf(show(guest, { ...body, key_id: 'new' }))).toBe('compliance.vendor_unavailable'),
    );
    // Of a key that it knows nobody has to be asked.
    expect(await codeOf(show(guest, body))).toBe('not refused');
    await there.setFaults({});
  });

  test('may be all that a site has: then proofs are offered in France, and nothing elsewhere', async () => {
    // Nobody listens there.
    const alone = await useTestSite({
      env: { ...BEHIND_PROXY, AGE_PROOF_URL: 'https://127.0.0.1:9/age-proof' },
    });
    const guest = await alone.visit(FRANCE);
    expect(await guest.call('getAgeCheck')).toMatchObject({
      has_proof: true,
      allowed: ['id_check', 'digital_id'],
    });
    expect((await guest.call('getCurrentUser')).user.ageVerification.methods.yoti).toBe(false);
    expect(await codeOf(open(guest))).toBe('compliance.vendor_unavailable');
    expect(await codeOf(guest.call('openYoti', { query: { type: 'TYPE_DOC_SCAN' } }))).toBe(
      'compliance.method_not_allowed',
    );
    expect((await (await alone.visit({ country: 'GB' })).call('getAgeCheck')).allowed).toEqual([]);
  });

  test('is asked by a frame whose origin has no name, and which may ask nobody else', async () => {
    const answer = await fetch(`${site.url}/api/v1/age-proof/courier`);
    const policy = answer.headers.get('content-security-policy')!.split('; ');
    expect(policy).toContain('sandbox allow-scripts');
    expect(policy).toContain(`connect-src ${site.sandboxUrl}`);
    expect(policy).toContain("default-src 'none'");
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await answer.text()).not.toContain(site.url);
  });
});
