import { MEDIA_FACTS } from '@klieg/contract/media';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { liveFact } from '../broadcast/testing-live.ts';

const site = await useTestSite();
const { kysely } = site.database;
/** As media says it of a model who has started. */
const goLive = async (model: Member) => {
  const started = await model.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
  const broadcast = { broadcastId: started.broadcast_id, streamName: started.stream_name };
  site.bus.publish(MEDIA_FACTS, liveFact(model, broadcast, { width: 1_280, height: 720 }));
  await eventually(async () => expect((await model.call('getBroadcast')).status).toBe('online'));
};

const confirm = ({ id }: Member) =>
  sql`update accounts set email_confirmed = true where id = ${id}`.execute(kysely);
const addressOf = ({ username }: Member) => `${username}@example.org`;
interface Kept {
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}
const mailsTo = async (member: Member, subject: string): Promise<Kept[]> =>
  (
    await sql<Kept>`select text, html, headers from kept_mails
      where "to" = ${addressOf(member)} and subject like ${subject}`.execute(kysely)
  ).rows;

/** A follower who wants mails of performers, and a performer who goes live. */
async function startFollowing() {
  const [model, fan] = await Promise.all([
    site.join({ type: 'model' }),
    site.join({ settings: { featured_show_notification: 'email,web' } }),
  ]);
  await confirm(fan);
  await fan.call('follow', { params: { username: model.username }, body: {} });
  return { model, fan };
}
const hasBeenTold = async (fan: Member) =>
  eventually(async () => {
    const { items } = await fan.call('listNotifications', { query: {} });
    expect(items.map(({ kind }) => kind)).toContain('model_online');
  });
const linkOf = (mail: Kept) => /^<(.+)>$/.exec(mail.headers['List-Unsubscribe']!)![1]!;
const tokenOf = (mail: Kept) => new URL(linkOf(mail)).searchParams.get('token')!;
const choose = (by: Pick<Member, 'call'>, body: object) =>
  by.call('saveEmailSubscription', { body: body as never, query: {} });
const enabled = (kinds: readonly { readonly key: string; readonly enabled: boolean }[]) =>
  Object.fromEntries(kinds.map(({ key, enabled: isOn }) => [key, isOn]));

/** A mail of a kind that can be switched off, with its link. */
async function openMailed() {
  const { model, fan } = await startFollowing();
  await goLive(model);
  await eventually(async () => expect(await mailsTo(fan, '% is live')).toHaveLength(1));
  const [mail] = await mailsTo(fan, '% is live');
  return { fan, mail: mail! };
}

describe('a mail that can be switched off', () => {
  test('says how by RFC 8058, and its link opens the choices of its reader without a log-in (SETTINGS-002)', async () => {
    const { fan, mail } = await openMailed();
    expect(mail.headers).toEqual({
      'List-Unsubscribe': expect.stringMatching(
        /^<http:\/\/\S+\/api\/v1\/email\/subscription\?token=[\w-]{43}>$/,
      ),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(mail.text).toContain(`/email/subscription?token=${tokenOf(mail)}`);
    expect(mail.html).toContain('<!doctype html>');
    const guest = await site.visit();
    const answer = await guest.call('getEmailSubscription', { query: { token: tokenOf(mail) } });
    expect(answer.email_masked).toBe(`${fan.username[0]}…@example.org`);
    expect(enabled(answer.kinds)).toEqual({
      offers: false,
      news: false,
      models_online: true,
      pm: true,
      receipts: true,
    });
    expect(answer.kinds.every(({ label }) => label.length > 3)).toBe(true);
    const saved = await choose(guest, { token: tokenOf(mail), kinds: { news: true, models_online: false } });
    expect(enabled(saved.kinds)).toMatchObject({ news: true, models_online: false });
    expect(enabled((await fan.call('getEmailSubscription', { query: {} })).kinds)).toMatchObject({
      news: true,
      models_online: false,
    });
  });

  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'a form of parts',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])(
    'is switched off by one press of the mail program, sent as %s (SETTINGS-002)',
    async (_what, type, body) => {
      const { fan, mail } = await openMailed();
      const press = (url: string, text = body) =>
        fetch(url.replace(/^http:\/\/[^/]+/, site.url), {
          method: 'POST',
          headers: { 'content-type': type, origin: 'https://mail.example' },
          body: text,
        });
      for (let again = 0; again < 2; again++) expect((await press(linkOf(mail))).status).toBe(200);
      const { kinds, all_off: isAllOff } = await fan.call('getEmailSubscription', { query: {} });
      expect([isAllOff, enabled(kinds)]).toEqual([
        true,
        { offers: false, news: false, models_online: false, pm: false, receipts: true },
      ]);
      // Nothing but the one form, and nobody without a link, is taken from elsewhere.
      expect((await press(linkOf(mail), 'kinds=x')).status).toBe(403);
      const noToken = await press(linkOf(mail).replace(/\?.*/, ''));
      expect([noToken.status, ((await noToken.json()) as { code: string }).code]).toEqual([
        410,
        'identity.token_invalid',
      ]);
    },
  );

  test('takes a form of parts that was made to be slow as fast as any other', async () => {
    const unit = 'content-disposition:name=List-Unsubscribe';
    // An expression that tries each of its words against each line would be at it for a minute.
    const body = `${unit.repeat(600)}\n${'a\n'.repeat(15_000)}`;
    const answer = await fetch(`${site.url}/api/v1/email/subscription?token=${'a'.repeat(43)}`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x', origin: 'https://mail.example' },
      body,
      signal: AbortSignal.timeout(20_000),
    });
    expect(answer.status).toBe(403);
  });

  test('is not sent once its kind is off, and is again when it is on; receipts stay on', async () => {
    const { model, fan } = await startFollowing();
    const saved = await choose(fan, { kinds: { models_online: false, receipts: false } });
    expect(enabled(saved.kinds)).toMatchObject({ models_online: false, receipts: true });
    await goLive(model);
    await hasBeenTold(fan);
    const second = await startFollowing();
    await goLive(second.model);
    // Mails go in order: the later one is there, so the earlier one would be.
    await eventually(async () => expect(await mailsTo(second.fan, '% is live')).toHaveLength(1));
    expect(await mailsTo(fan, '% is live')).toEqual([]);
  });
});

describe('the choices', () => {
  test('are all off by one, but for receipts, and each is on again by itself', async () => {
    const member = await site.join();
    expect(enabled((await choose(member, { kinds: {}, all_off: true })).kinds)).toMatchObject({
      models_online: false,
      pm: false,
      receipts: true,
    });
    expect(await member.call('getEmailSubscription', { query: {} })).toMatchObject({ all_off: true });
    await choose(member, { kinds: { pm: true } });
    expect(await member.call('getEmailSubscription', { query: {} })).toMatchObject({ all_off: false });
  });

  test('are nobody’s without a link or a log-in, by a link of nobody, and by one of a former address (identity.token_invalid)', async () => {
    const guest = await site.visit();
    const read = (token?: string) =>
      codeOf(guest.call('getEmailSubscription', { query: token === undefined ? {} : { token } }));
    expect(await read()).toBe('identity.token_invalid');
    expect(await read('a'.repeat(43))).toBe('identity.token_invalid');
    expect(await read('short')).toBe('common.invalid_input');
    expect(await codeOf(choose(guest, { kinds: { pm: false } }))).toBe('identity.token_invalid');
    const { fan, mail } = await openMailed();
    expect(await read(tokenOf(mail))).toBe('not refused');
    await sql`update accounts set email = 'elsewhere@example.org' where id = ${fan.id}`.execute(kysely);
    expect(await read(tokenOf(mail))).toBe('identity.token_invalid');
  });

  test('of kinds that there are not are refused', async () => {
    const member = await site.join();
    for (const body of [{ kinds: { spam: true } }, { kinds: { pm: 'no' } }, {}])
      expect(await codeOf(choose(member, body))).toBe('common.invalid_input');
  });

  test('advertise to those alone who have asked for it when they joined', async () => {
    const newcomer = await site.visit();
    await newcomer.call('register', {
      body: {
        username: 'wants_news',
        email: 'wants_news@example.org',
        password: 'correct horse battery',
        birth_date: '1990-05-01',
        gender: 'f',
        terms_accepted: true,
        age_confirmed: true,
        newsletter: true,
      },
    });
    await eventually(async () => {
      const { kinds } = await newcomer.call('getEmailSubscription', { query: {} });
      expect(enabled(kinds)).toMatchObject({ offers: true, news: true });
    });
  });
});
