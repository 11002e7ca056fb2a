import { readFile } from 'node:fs/promises';
import type { ModelDocument } from '@klieg/contract';
import { sql } from 'kysely';
import type { Member, TestSite } from './testing-site.ts';

/** A picture as a phone sends one; for tests. */
export const photo = await readFile(new URL('../../../demo/scenes/s01.jpg', import.meta.url));

/** The person of the law in tests. */
export const PERSON = {
  legal_first_name: 'Quillaverne',
  legal_last_name: 'Ostrowitzki',
  birth_date: '1991-07-23',
  birth_country: 'PT',
  address: 'Rua das Amendoeiras 41',
  city: 'Lisbon',
  state: '',
  zip: '1100-026',
  country: 'PT',
  aliases: ['Zephyrine Moor'],
};
export const NEEDED: readonly ModelDocument[] = [
  'id_front',
  'id_back',
  'selfie_with_id',
  'address_proof',
  'tax_form',
];

const formOf = (bytes: Uint8Array, fields: Readonly<Record<string, string>>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new File([new Uint8Array(bytes)], 'document'));
  return form;
};

/** People who show who they are; for tests. */
export function openApplicants(site: TestSite) {
  const send = (
    by: Member,
    kind: ModelDocument,
    bytes: Uint8Array = photo,
    more: Readonly<Record<string, string>> = {},
  ) => by.call('sendDocument', { form: formOf(bytes, { kind, ...more }) });
  const submit = async (by: Member) => {
    const { version } = await by.call('getContent', { params: { slug: 'model-agreement' } });
    return by.call('submitOnboarding', {
      body: { agreement_version: version, signature: 'Quillaverne Ostrowitzki' },
    });
  };
  return {
    send,
    submit,
    confirmEmail: ({ id }: Member) =>
      sql`update accounts set email_confirmed = true where id = ${id}`.execute(site.database.kysely),
    verify: (by: Member, kind: string, reason: string, bytes: Uint8Array = photo) =>
      by.call('verifyIdentity', { form: formOf(bytes, { kind, reason }) }),
    /** A model who has done every step but the signing. */
    async fill(expiresOn = '2099-12-31'): Promise<Member> {
      const model = await site.join({ type: 'model', isApproved: false });
      await sql`update accounts set email_confirmed = true where id = ${model.id}`.execute(
        site.database.kysely,
      );
      await model.call('savePerson', { body: PERSON });
      for (const kind of NEEDED)
        await send(model, kind, photo, kind === 'id_front' ? { expires_on: expiresOn } : {});
      return model;
    },
    async waitingOf({ username }: Member, by: Member, kind: 'application' | 'identity' = 'application') {
      const { items } = await by.call('listReviews', { query: { kind, limit: '100' } });
      return items.find(({ user }) => user.username === username);
    },
  };
}
