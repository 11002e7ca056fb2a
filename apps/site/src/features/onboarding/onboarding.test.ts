import {
  internalMediaKey,
  MEDIA_COMMANDS,
  MEDIA_FACTS,
  type MediaCommand,
  verifyMediaToken,
} from '@klieg/contract/media';
import { utcDayOf } from '@klieg/kernel/time';
import { eventually } from '@klieg/testing/eventually';
import { howMany, isFullRun, isLongRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { gifPixel } from '../../platform/images/testing-images.ts';
import { liveFact } from '../broadcast/testing-live.ts';
import { mailTo } from '../credentials/testing-mail-store.ts';
import { openApplicants, PERSON, photo } from '../../app/testing-applicant-store.ts';

let ahead = 0;
const site = await useTestSite({ clock: { now: () => Date.now() + ahead } });
const { kysely } = site.database;
const applicants = openApplicants(site);
const commands: MediaCommand[] = [];
afterAll(site.bus.subscribe(MEDIA_COMMANDS, (command) => void commands.push(command as MediaCommand)));
const keeper = await site.join({ roles: ['model_admin'] });

const stateOf = async (by: Member, key: string) =>
  (await by.call('getOnboarding')).steps.find((step) => step.key === key)?.state;
const standingOf = async (by: Member) => (await by.call('getCurrentUser')).user.compliance_status;
const decide = (id: string, body: object, by: Member = keeper) =>
  by.call('decideReview', { params: { id }, body: body as never });
const decideOf = async (member: Member, body: object, kind?: 'identity') =>
  decide((await applicants.waitingOf(member, keeper, kind))!.id, body);
const exchange = (key: string) =>
  fetch(`${site.url}/internal/media/stream_key`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-internal-secret': internalMediaKey(site.site.mediaSecret),
    },
    body: JSON.stringify({ key }),
  });
const startByPage = (by: Member) => by.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
const roomOf = async ({ id }: Member) => (await site.site.rooms.get(id as never)).status;

describe('the steps of a model', () => {
  test.runIf(isFullRun)(
    'are to do at first, and done one by one; what is missing is named (compliance.steps_missing)',
    async () => {
      const model = await site.join({ type: 'model', isApproved: false });
      expect(await model.call('getOnboarding')).toMatchObject({
        compliance_status: 'none',
        documents: [],
        identity_application: {
          state: 'none',
          step: 'profile',
          missing: ['profile', 'identity', 'selfie', 'address', 'tax'],
        },
      });
      expect(await codeOf(applicants.submit(model))).toBe('compliance.steps_missing');
      await model.call('savePerson', { body: PERSON });
      // Nobody may write to an address that nobody has confirmed.
      expect(await stateOf(model, 'profile')).toBe('todo');
      await applicants.confirmEmail(model);
      expect(await stateOf(model, 'profile')).toBe('done');
      await applicants.send(model, 'id_front');
      expect(await stateOf(model, 'identity')).toBe('todo');
      await applicants.send(model, 'id_back');
      expect(await stateOf(model, 'identity')).toBe('done');
      const { user } = await model.call('getCurrentUser');
      expect(user.identity_application).toEqual({
        state: 'none',
        step: 'selfie',
        missing: ['selfie', 'address', 'tax'],
      });
    },
  );

  test('refuse whoever is under eighteen (compliance.under_age)', async () => {
    const model = await site.join({ type: 'model', isApproved: false });
    const eighteen = new Date(Date.now());
    eighteen.setUTCFullYear(eighteen.getUTCFullYear() - 18);
    const birthOn = (ms: number) => ({ ...PERSON, birth_date: new Date(ms).toISOString().slice(0, 10) });
    const tomorrow = birthOn(eighteen.getTime() + 2 * 86_400_000);
    expect(await codeOf(model.call('savePerson', { body: tomorrow }))).toBe('compliance.under_age');
    expect((await model.call('savePerson', { body: birthOn(eighteen.getTime() - 86_400_000) })).status).toBe(
      1,
    );
  });

  test('refuse what is no document, another form, and one that has ended (compliance.document_refused)', async () => {
    const model = await site.join({ type: 'model', isApproved: false });
    for (const bytes of [gifPixel, Buffer.from('<html>'), photo.subarray(0, 300)])
      expect(await codeOf(applicants.send(model, 'passport', bytes))).toBe('compliance.document_refused');
    const old = applicants.send(model, 'passport', photo, { expires_on: '2020-01-01' });
    expect(await codeOf(old)).toBe('compliance.document_refused');
    const strange = [{ name: 'Ada' }, { expires_on: '31.12.2030' }];
    for (const more of strange)
      expect(await codeOf(applicants.send(model, 'passport', photo, more as never))).toBe(
        'common.invalid_input',
      );
    expect(await codeOf(applicants.send(model, 'driver' as never))).toBe('common.invalid_input');
    expect(await codeOf(applicants.send(model, 'passport', Buffer.alloc(16 * 2 ** 20, '%PDF-')))).toBe(
      'common.too_large',
    );
    expect((await model.call('getOnboarding')).documents).toEqual([]);
    expect(await codeOf((await site.join()).call('getOnboarding'))).toBe('common.forbidden');
  });
});

describe('an application', () => {
  test.runIf(isFullRun)(
    'that waits is one, also where it is sent twice at once, and nothing of it changes meanwhile (compliance.under_review)',
    async () => {
      const model = await applicants.fill();
      await Promise.all([applicants.submit(model), applicants.submit(model)]);
      const { rows } = await sql`select 1 from identity_cases where account_id = ${model.id}`.execute(kysely);
      expect(rows).toHaveLength(1);
      expect(await codeOf(model.call('savePerson', { body: PERSON }))).toBe('compliance.under_review');
      expect(await codeOf(applicants.send(model, 'id_front'))).toBe('compliance.under_review');
    },
  );

  test.runIf(isLongRun)(
    'waits once however often it is sent, and nothing of it changes meanwhile (compliance.under_review)',
    async () => {
      const model = await applicants.fill();
      expect(
        await codeOf(model.call('submitOnboarding', { body: { agreement_version: '0', signature: 'Q O' } })),
      ).toBe('common.invalid_input');
      const lobby = await model.openLobby();
      await Promise.all([applicants.submit(model), applicants.submit(model)]);
      expect(await applicants.submit(model)).toEqual({ status: 1, compliance_status: 'pending' });
      await lobby.waitFor(
        'v3.account.update',
        ({ part, status }) => part === 'compliance' && status === 'pending',
      );
      const { rows } = await sql`select 1 from identity_cases where account_id = ${model.id}`.execute(kysely);
      expect(rows).toHaveLength(1);
      expect(await codeOf(model.call('savePerson', { body: PERSON }))).toBe('compliance.under_review');
      expect(await codeOf(applicants.send(model, 'id_front'))).toBe('compliance.under_review');
      expect(await stateOf(model, 'agreement')).toBe('pending');
      const { rows: signed } = await sql<{ version: string; n: number; at: Date }>`
      select agreement_version as version, length(agreement_hash) as n, submitted_at as at
      from identity_cases where account_id = ${model.id}`.execute(kysely);
      expect(signed).toEqual([{ version: '1', n: 32, at: expect.any(Date) as Date }]);
    },
  );

  test('is refused with a reason for each step, corrected, and approved: she is told, mailed and listed (IDENTITY-024)', async () => {
    const model = await applicants.fill();
    await applicants.submit(model);
    const note = 'The back has glare on the number.';
    const refusal = {
      decision: 'reject',
      reason_code: 'unclear',
      note,
      steps: [{ step: 'identity', reason: 'Glare on the number' }],
    };
    expect(await decideOf(model, refusal)).toEqual({ status: 1, state: 'rejected' });
    const { user } = await model.call('getCurrentUser');
    expect(user).toMatchObject({ compliance_status: 'rejected', compliance_reject_reason: note });
    const { steps } = await model.call('getOnboarding');
    expect(steps.find(({ key }) => key === 'identity')).toEqual({
      key: 'identity',
      state: 'rejected',
      reason: 'Glare on the number',
    });
    expect(steps.find(({ key }) => key === 'selfie')?.state).toBe('done');
    expect(await codeOf(applicants.submit(model))).toBe('compliance.steps_missing');
    const mail = await mailTo(
      site.database,
      `${model.username}@example.org`,
      'Something has to be sent again',
    );
    expect(mail.text).toContain(note);
    expect(mail.text).toMatch(/\/models\/signup$/u);

    await applicants.send(model, 'id_back');
    await applicants.submit(model);
    const waiting = (await applicants.waitingOf(model, keeper))!;
    expect(waiting.payload.case).toMatchObject({ attempt: 2, agreement_version: '1' });
    expect(JSON.stringify(waiting)).not.toContain(PERSON.legal_last_name);
    expect(await decide(waiting.id, { decision: 'approve' })).toEqual({ status: 1, state: 'approved' });
    expect(await codeOf(decide(waiting.id, { decision: 'approve' }))).toBe('moderation.stale');
    expect(await standingOf(model)).toBe('approved');
    expect((await model.call('getCurrentUser')).user.identity_confirmed).toBe(1);
    await mailTo(site.database, `${model.username}@example.org`, 'You are approved');
    const { items } = await model.call('listNotifications', { query: {} });
    expect(items.map(({ title }) => title)).toEqual(['You are approved', 'We need something from you again']);
    await site.site.catalog.reload();
    const found = await model.call('getRoom', { params: { username: model.username }, query: {} });
    expect(JSON.stringify(found)).toContain(model.username);
    expect(await codeOf(applicants.send(model, 'id_back'))).toBe('compliance.already_approved');
    expect(await codeOf(applicants.submit(model))).toBe('compliance.already_approved');
  });

  test.runIf(isLongRun)(
    'can be corrected five times, then support helps (compliance.tries_used)',
    async () => {
      const model = await applicants.fill();
      const reject = { decision: 'reject', note: 'Not enough.' };
      for (let attempt = 1; attempt <= 6; attempt++) {
        await applicants.submit(model);
        await decideOf(model, reject);
      }
      expect(await codeOf(applicants.submit(model))).toBe('compliance.tries_used');
    },
  );

  test.runIf(isFullRun)(
    'is decided by nobody who has sent it, and by staff alone (common.not_self)',
    async () => {
      const model = await applicants.fill();
      await applicants.submit(model);
      const { id } = (await applicants.waitingOf(model, keeper))!;
      expect(await codeOf(decide(id, { decision: 'approve' }, model))).toBe('common.forbidden');
      await sql`update accounts set user_roles = '{model_admin}' where id = ${model.id}`.execute(kysely);
      expect(await codeOf(decide(id, { decision: 'approve' }, model))).toBe('common.not_self');
    },
  );
});

describe('going live', () => {
  /** On air by a page, or by an encoder with her key. */
  const keyOf = async (model: Member) => (await model.call('createStreamKey', { body: {} })).stream_key;
  async function goLive(model: Member, tech: 'webrtc' | 'obs', key: string) {
    const token =
      tech === 'obs'
        ? ((await (await exchange(key)).json()) as { token: string }).token
        : (await startByPage(model)).ingest!.token;
    const claims = verifyMediaToken(site.site.mediaSecret, token!, Date.now() + ahead);
    if (claims?.use !== 'publish') throw new Error('no right to publish');
    const { broadcastId, streamName } = claims;
    site.bus.publish(MEDIA_FACTS, liveFact(model, { broadcastId, streamName }, { tech }));
    await eventually(async () => expect(await roomOf(model)).toBe('online'));
    return broadcastId;
  }

  test.runIf(isFullRun)(
    'is open by no way to whoever is not approved: neither by a page nor by a key that was made before (broadcast.not_approved)',
    async () => {
      const model = await applicants.fill();
      const refuseAll = async (key?: string) => {
        expect(await codeOf(startByPage(model))).toBe('broadcast.not_approved');
        expect(await codeOf(model.call('createStreamKey', { body: {} }))).toBe('broadcast.not_approved');
        if (key) expect((await exchange(key)).status).toBe(404);
      };
      await refuseAll();
      await applicants.submit(model);
      await refuseAll();
      await decideOf(model, { decision: 'approve' });
      const key = await keyOf(model);
      await goLive(model, 'webrtc', key);
      await model.call('stopBroadcast', { body: {} });
      await sql`update accounts set compliance_status = 'rejected' where id = ${model.id}`.execute(kysely);
      await refuseAll(key);
    },
  );

  test('ends for whoever is not approved any more, whoever has changed that', async () => {
    const model = await site.join({ type: 'model' });
    const other = await site.join({ type: 'model' });
    for (const one of [model, other]) await goLive(one, 'webrtc', '');
    await sql`update accounts set compliance_status = 'rejected' where id = ${model.id}`.execute(kysely);
    await site.site.doChores();
    await eventually(async () => expect(await roomOf(model)).toBe('offline'));
    expect(await roomOf(other)).toBe('online');
  });

  test.runIf(isFullRun).each((['webrtc', 'obs'] as const).slice(0, howMany(1, 2)))(
    'by %s ends when a document expires, until a new one is checked',
    async (tech) => {
      ahead = 0;
      const now = Date.now() + ahead;
      const model = await applicants.fill(utcDayOf(now + 3 * 86_400_000));
      await applicants.submit(model);
      await decideOf(model, { decision: 'approve' });
      const key = await keyOf(model);
      // It holds on its last day, too.
      ahead += 3 * 86_400_000;
      await site.site.doChores();
      await model.login(model.username, model.password);
      const broadcastId = await goLive(model, tech, key);
      ahead += 86_400_000;
      await site.site.doChores();
      await eventually(async () => expect(await roomOf(model)).toBe('offline'));
      expect(commands).toContainEqual(expect.objectContaining({ kind: 'stop', broadcastId }));
      expect((await exchange(key)).status).toBe(404);
      await model.login(model.username, model.password);
      expect(await standingOf(model)).toBe('expired');
      expect(await codeOf(startByPage(model))).toBe('broadcast.not_approved');
      await mailTo(site.database, `${model.username}@example.org`, 'Your document has expired');
      const { steps } = await model.call('getOnboarding');
      expect(steps.filter(({ state }) => state === 'rejected').map(({ key: step }) => step)).toEqual([
        'identity',
      ]);
      await applicants.send(model, 'id_front', photo, { expires_on: '2099-01-01' });
      await applicants.submit(model);
      expect(await standingOf(model)).toBe('pending');
      await keeper.login(keeper.username, keeper.password);
      await decideOf(model, { decision: 'approve' });
      expect((await exchange(key)).status).toBe(200);
    },
  );
});

describe('a viewer', () => {
  test.runIf(isFullRun)(
    'is looked at once everything for the purpose is there, and verified (IDENTITY-022)',
    async () => {
      const viewer = await site.join();
      await applicants.confirmEmail(viewer);
      expect(await applicants.verify(viewer, 'id_front', 'card')).toEqual({
        status: 1,
        state: 'pending',
        missing: ['selfie_with_id', 'card_photo'],
      });
      await applicants.verify(viewer, 'selfie_with_id', 'card');
      expect(await standingOf(viewer)).toBe('none');
      expect((await applicants.verify(viewer, 'card_photo', 'card')).missing).toEqual([]);
      expect(await standingOf(viewer)).toBe('pending');
      expect(await codeOf(applicants.verify(viewer, 'id_front', 'card'))).toBe('compliance.under_review');
      const waiting = (await applicants.waitingOf(viewer, keeper, 'identity'))!;
      expect(waiting.payload.case).toMatchObject({ reason: 'card', attempt: 1 });
      await decide(waiting.id, { decision: 'approve' });
      expect((await viewer.call('getCurrentUser')).user.identity_confirmed).toBe(1);
      await mailTo(site.database, `${viewer.username}@example.org`, 'You are verified');
      expect(await codeOf(applicants.verify(viewer, 'id_front', 'card'))).toBe('compliance.already_approved');
    },
  );

  test.runIf(isFullRun)('who is refused reads why and sends it again; a model goes another way', async () => {
    const viewer = await site.join();
    for (const kind of ['id_front', 'selfie_with_id']) await applicants.verify(viewer, kind, 'account');
    await decideOf(viewer, { decision: 'reject', note: 'It cannot be read.' }, 'identity');
    const { user } = await viewer.call('getCurrentUser');
    expect(user).toMatchObject({
      compliance_status: 'rejected',
      compliance_reject_reason: 'It cannot be read.',
    });
    await applicants.verify(viewer, 'id_front', 'account');
    expect(await standingOf(viewer)).toBe('pending');
    const model = await site.join({ type: 'model', isApproved: false });
    expect(await codeOf(applicants.verify(model, 'id_front', 'account'))).toBe('compliance.document_refused');
  });
});

test('nobody sends anything without an account (common.unauthenticated)', async () => {
  const guest = await site.visit();
  for (const name of ['sendDocument', 'verifyIdentity'] as const)
    expect(await codeOf(guest.call(name, { form: new FormData() }))).toBe('common.unauthenticated');
});
