import type { ConsentScope } from '@klieg/contract';
import { eventually } from '@klieg/testing/eventually';
import { expect } from 'vitest';
import { sql } from 'kysely';
import { photo } from './testing-applicant-store.ts';
import type { Visitor } from '@klieg/testing';
import type { Member, TestSite } from './testing-site.ts';

export const SIGNED = {
  accept: true,
  text_version: '1',
  signature: 'Odalys Quinterova',
  legal_name: 'Odalys Quinterova',
  birth_date: '1990-04-11',
  alias: 'Nell Harbour',
} as const;

/** People whom models name, and their links; for tests. */
export function openPerformers(site: TestSite) {
  const mailsTo = async (email: string) =>
    (
      await sql<{ subject: string; text: string }>`
        select subject, text from kept_mails where "to" = ${email} order by id`.execute(site.database.kysely)
    ).rows;
  const keyIn = (text: string) => /\/consent\/([A-Za-z0-9_-]{43})/u.exec(text)?.[1];
  const send = (by: Visitor, key: string, kind: string, bytes: Uint8Array = photo, more: object = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ kind, ...more })) form.append(name, String(value));
    form.append('file', new File([new Uint8Array(bytes)], 'document'));
    return by.call('sendConsentDocument', { params: { key }, form });
  };
  const keyOf = async (email: string, nth = 1) => {
    let key: string | undefined;
    await eventually(async () => {
      const keys = (await mailsTo(email)).flatMap(({ text }) => keyIn(text) ?? []);
      expect(keys.length).toBeGreaterThanOrEqual(nth);
      key = keys.at(-1);
    });
    return key!;
  };
  const ask = async (model: Member, email: string, more: object = {}) => {
    const scopes: ConsentScope[] = ['depict', 'distribute'];
    const body = { name: 'Nell from Lisbon', email, scopes, ...more };
    return (await model.call('askConsent', { body })).id;
  };
  const sign = async (by: Visitor, key: string, more: object = {}, details: object = {}) => {
    await send(by, key, 'id_front', photo, details);
    await send(by, key, 'selfie_with_id');
    return by.call('answerConsent', { params: { key }, body: { ...SIGNED, ...more } });
  };
  return {
    mailsTo,
    send,
    keyOf,
    ask,
    sign,
    waitingOf: async (id: string, keeper: Member) =>
      (await keeper.call('listReviews', { query: { kind: 'consent', limit: '100' } })).items.find(
        (one) => one.id === id,
      ),
    /** Asked, signed and checked. */
    async clear(model: Member, keeper: Member, email: string, more: object = {}, details: object = {}) {
      const id = await ask(model, email, more);
      const key = await keyOf(email);
      await sign(await site.visit(), key, {}, details);
      await keeper.call('decideReview', { params: { id }, body: { decision: 'approve' } });
      return id;
    },
  };
}
