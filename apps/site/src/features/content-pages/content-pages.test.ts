import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, useTestSite } from '../../app/testing-site.ts';

const SUPPORT = 'help@klieg.example';
const site = await useTestSite({
  env: {
    SUPPORT_EMAIL: SUPPORT,
    OPERATOR_COMPANY: 'Lamp & <Co>',
    LEGAL_TEXTS_SINCE: '2026-12-01',
  },
});
/** As strangers meet it: without the larger share of the demo. */
const strict = await useTestSite({ isGenerous: false });

const mailsOf = async (number: number) =>
  (
    await sql<{ to: string; subject: string; text: string }>`
      select "to", subject, text from kept_mails where subject like ${`%${number}%`} order by id`.execute(
      site.database.kysely,
    )
  ).rows;
const complaint = (urls: string[] = [`${site.url}/anna`]) => ({
  kind: 'privacy' as const,
  urls,
  name: 'Cora Clerk',
  email: `cora.${Math.random()}@example.org`,
  relation: 'self' as const,
  statement: 'This shows my home and I want it to go.',
  good_faith: true as const,
  signature: 'Cora Clerk',
});

describe('the texts', () => {
  test('terms, privacy, 2257 and the others are read by everybody, with version and day (CONTENT-PAGES-006)', async () => {
    const guest = await site.visit();
    for (const slug of [
      'legal',
      'model-agreement',
      'terms',
      'privacy',
      '2257',
      'complaints-policy',
      'cookies',
    ]) {
      const text = await guest.call('getContent', { params: { slug } });
      expect(text).toMatchObject({
        slug,
        version: slug === 'privacy' ? '3' : '1',
        effective_at: '2026-12-01T00:00:00.000Z',
        seo: { h1: text.title },
      });
      expect(text.body_html).toMatch(/^<p>/);
    }
    expect(await codeOf(guest.call('getContent', { params: { slug: 'no-such-text' } }))).toBe(
      'content_pages.not_found',
    );
  });

  test('name the operator as configured, as text, and mark what is still to be filled in', async () => {
    const { body_html: html } = await (await site.visit()).call('getContent', { params: { slug: '2257' } });
    expect(html).toContain('Lamp &amp; &lt;Co&gt;');
    expect(html).toContain('[to be filled in by the operator: name and address of the custodian of records]');
    expect(html).not.toContain('{{');
  });
});

describe('the questions', () => {
  test('are listed by section, each article with its own answer and neighbours (CONTENT-PAGES-016) (CONTENT-PAGES-017)', async () => {
    const guest = await site.visit();
    const { categories } = await guest.call('listFaq');
    expect(categories.map(({ slug }) => slug)).toEqual(['account', 'tokens', 'rooms', 'safety', 'models']);
    for (const { name, articles } of categories)
      for (const { slug, id, title } of articles) {
        const article = await guest.call('getFaqArticle', { params: { article: slug } });
        expect(article).toMatchObject({ id, slug, title, category: name });
        expect(article.related.map((one) => one.slug)).not.toContain(slug);
        expect(article.body_html).toMatch(/^<[pou]l?>/);
      }
    expect(await codeOf(guest.call('getFaqArticle', { params: { article: 'no-such-article' } }))).toBe(
      'content_pages.not_found',
    );
  });

  test('are searched by words in whatever order, titles first, and narrowed by audience', async () => {
    const guest = await site.visit();
    const found = async (query: { q?: string; audience?: 'model' | 'studio' }) =>
      (await guest.call('listFaq', { query })).categories.flatMap(({ articles }) =>
        articles.map(({ slug }) => slug),
      );
    expect(await found({ q: 'REFUND get' })).toContain('refunds');
    expect(await found({ q: 'zebra' })).toEqual([]);
    expect(await found({ audience: 'model' })).toContain('how-to-go-live');
    expect(await found({ audience: 'model' })).not.toContain('refunds');
    expect(await found({ audience: 'studio' })).toEqual([]);
  });

  test('lead only to texts and articles that are there', async () => {
    const guest = await site.visit();
    const { categories } = await guest.call('listFaq');
    const articles = categories.flatMap((category) => category.articles.map(({ slug }) => slug));
    const bodies = await Promise.all([
      ...articles.map((article) => guest.call('getFaqArticle', { params: { article } })),
      ...['legal', 'terms', 'privacy', '2257', 'complaints-policy', 'cookies'].map((slug) =>
        guest.call('getContent', { params: { slug } }),
      ),
    ]);
    const links = bodies.flatMap(({ body_html: html }) =>
      [...html.matchAll(/href="(\/[^"]*)"/g)].map(([, path = '']) => path),
    );
    expect(links.length).toBeGreaterThan(20);
    for (const path of new Set(links)) {
      const [, first, slug] = path.split('/');
      if (first === 'legal' && slug) await guest.call('getContent', { params: { slug } });
      else if (first === 'faq' && slug) expect(articles).toContain(slug);
      else expect(['legal', 'faq', 'support', 'complaints', 'account']).toContain(first);
    }
  });
});

describe('a request for help', () => {
  test('of a guest is kept with a number, mailed to the operator and confirmed', async () => {
    const guest = await site.visit();
    const email = 'guest.in.need@example.org';
    const { id, number } = await guest.call('openSupportThread', {
      body: { topic: 'video', text: 'No picture.\r\nBcc: x@example.org', email, order_id: '' },
    });
    const { rows } = await sql<object>`
      select number, topic, email, account_id, state from support_threads where id = ${id}`.execute(
      site.database.kysely,
    );
    expect(rows).toEqual([{ number, topic: 'video', email, account_id: null, state: 'open' }]);
    await eventually(async () => expect((await mailsOf(number)).length).toBe(2));
    const mails = await mailsOf(number);
    const operators = mails.find(({ to }) => to === SUPPORT);
    expect(operators).toMatchObject({ subject: `Support request ${number}: video` });
    expect(operators?.text).toContain('> No picture.\n> Bcc: x@example.org');
    expect(mails.find(({ to }) => to === email)).toMatchObject({
      subject: `Your support request ${number}`,
    });
  });

  test('of a guest needs an address to answer to (common.invalid_input)', async () => {
    const guest = await site.visit();
    const body = { topic: 'other', text: 'Where am I?' } as const;
    expect(await codeOf(guest.call('openSupportThread', { body }))).toBe('common.invalid_input');
    for (const email of ['nobody', 'a@example.org\r\nBcc: b@example.org', 'a@b@c.example'])
      expect(await codeOf(guest.call('openSupportThread', { body: { ...body, email } }))).toBe(
        'common.invalid_input',
      );
  });

  test('of a member says whose it is, and an address that nobody has confirmed gets no mail', async () => {
    const member = await site.join();
    const { id, number } = await member.call('openSupportThread', {
      body: { topic: 'billing', text: 'Tokens are missing.', order_id: 'o-17' },
    });
    const { rows } = await sql<{ account_id: number; order_id: string }>`
      select account_id, order_id from support_threads where id = ${id}`.execute(site.database.kysely);
    expect(rows).toEqual([{ account_id: member.id, order_id: 'o-17' }]);
    await eventually(async () => expect((await mailsOf(number)).length).toBe(1));
    const [mail] = await mailsOf(number);
    expect(mail).toMatchObject({ to: SUPPORT });
    expect(mail?.text).toContain(`Account: ${member.username}`);
  });

  test('is open to a suspended account', async () => {
    const member = await site.join();
    await sql`update accounts set suspended_at = now() where id = ${member.id}`.execute(site.database.kysely);
    const { number } = await member.call('openSupportThread', {
      body: { topic: 'account', text: 'Why am I suspended?' },
    });
    expect(number).toBeGreaterThan(0);
  });

  test('fills nobody’s mailbox: an address gets five confirmations a day, the operator gets all', async () => {
    const email = 'often.named@example.org';
    const guest = await site.visit();
    const numbers: number[] = [];
    for (let sent = 0; sent < 7; sent++) {
      const body = { topic: 'other', text: 'Again and again', email } as const;
      numbers.push((await guest.call('openSupportThread', { body })).number);
    }
    const to = async (address: string) => {
      const mails = await Promise.all(numbers.map(mailsOf));
      return mails.flat().filter((mail) => mail.to === address).length;
    };
    await eventually(async () => expect(await to(SUPPORT)).toBe(7));
    await eventually(async () => expect(await to(email)).toBe(5));
  });

  test('and a complaint are taken ten times a minute from one address (common.rate_limited)', async () => {
    const guest = await strict.visit();
    const body = { topic: 'other', text: 'Once more', email: 'flood@example.org' } as const;
    const begunMs = performance.now();
    // At once: each six seconds there is room for another one.
    const codes = await Promise.all(
      Array.from({ length: 30 }, () => codeOf(guest.call('openSupportThread', { body }))),
    );
    const taken = codes.filter((code) => code === 'not refused').length;
    expect(taken).toBeGreaterThanOrEqual(10);
    expect(taken).toBeLessThanOrEqual(10 + Math.ceil((performance.now() - begunMs) / 6_000));
    expect(new Set(codes)).toEqual(new Set(['not refused', 'common.rate_limited']));
    expect(await codeOf(guest.call('fileComplaint', { body: complaint() }))).toBe('common.rate_limited');
  });
});

describe('a complaint', () => {
  test('is kept, mailed with its time, and looked at by its receipt alone', async () => {
    const guest = await site.visit();
    const body = complaint();
    const { receipt, number, due_at: dueAt } = await guest.call('fileComplaint', { body });
    expect(await (await site.visit()).call('getComplaint', { params: { receipt } })).toEqual({
      number,
      state: 'open',
      due_at: dueAt,
      outcome: null,
      reasons: null,
      withheld: 0,
      asked: null,
      can_appeal: false,
      counter: null,
    });
    await eventually(async () => expect((await mailsOf(number)).length).toBe(2));
    const mails = await mailsOf(number);
    expect(mails.find(({ to }) => to === SUPPORT)?.text).not.toContain(receipt);
    expect(mails.find(({ to }) => to === body.email)?.text).toContain(`${site.url}/complaints/${receipt}`);
    const { rows } = await sql<object>`select * from complaints where number = ${number}`.execute(
      site.database.kysely,
    );
    expect(JSON.stringify(rows)).not.toContain(receipt);
  });

  test('of an unknown receipt is none (common.not_found)', async () => {
    const guest = await site.visit();
    const receipt = 'A'.repeat(22);
    expect(await codeOf(guest.call('getComplaint', { params: { receipt } }))).toBe('common.not_found');
  });

  test('about pages elsewhere, or of copyright without its statement, is refused (common.invalid_input)', async () => {
    const guest = await site.visit();
    const elsewhere = complaint(['https://elsewhere.example/anna']);
    const copyright = { ...complaint(), kind: 'copyright' as const };
    for (const body of [elsewhere, copyright])
      expect(await codeOf(guest.call('fileComplaint', { body }))).toBe('common.invalid_input');
    const sworn = { ...copyright, perjury: true };
    expect((await guest.call('fileComplaint', { body: sworn })).number).toBeGreaterThan(0);
  });
});
