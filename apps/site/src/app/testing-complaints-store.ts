import { readFile } from 'node:fs/promises';
import type { Api, ArgumentsOf } from '@klieg/contract';
import type { Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Member, TestSite } from './testing-site.ts';

type Form = ArgumentsOf<Api['fileComplaint']>['body'];

/** Pictures as people would send them up. */
export const sceneOf = (name: string) =>
  readFile(new URL(`../../../demo/scenes/${name}.jpg`, import.meta.url));

const formOf = (bytes: Uint8Array): FormData => {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(bytes)], 'me.jpg', { type: 'image/jpeg' }));
  return form;
};

/** What tests of complaints do again and again. */
export function useComplaints(site: TestSite) {
  const sendUp = (who: Member, bytes: Uint8Array) => who.call('uploadAvatar', { form: formOf(bytes) });
  return {
    /** A complaint of a stranger, read by everybody who acts on it. */
    async file(kind: Form['kind'], paths: readonly string[], more: Partial<Form> = {}) {
      const guest = await site.visit();
      const body: Form = {
        kind,
        urls: paths.map((path) => `${site.url}${path}`),
        name: 'Ada Complainant',
        email: 'ada@example.org',
        relation: 'self',
        statement: 'This is me, and I have not agreed to it.',
        good_faith: true,
        perjury: true,
        signature: 'Ada Complainant',
        ...more,
      };
      const sent = await guest.call('fileComplaint', { body });
      await site.site.settled();
      const { rows } = await sql<{
        id: Uuid;
      }>`select id from complaints where number = ${sent.number}`.execute(site.database.kysely);
      return { ...sent, id: rows[0]!.id };
    },
    sendUp,
    /** Somebody with a picture that everybody is shown, and its address. */
    async withPicture(bytes: Uint8Array) {
      const who = await site.join();
      const { user } = await sendUp(who, bytes);
      return { who, url: user.avatar! };
    },
    statusOf: async (path: string, by?: Member) => (await (by ?? (await site.visit())).fetch(path)).status,
    receiptOf: async (receipt: string) => (await site.visit()).call('getComplaint', { params: { receipt } }),
    /** Mails about a complaint that were sent, by whom they went to. */
    mailsOf: async (number: number, to = 'ada@example.org') =>
      (
        await sql<{ subject: string; text: string }>`
          select subject, text from kept_mails where subject like ${`%${number}%`} and "to" = ${to} order by id`.execute(
          site.database.kysely,
        )
      ).rows,
  };
}
