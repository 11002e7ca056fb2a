import { internalMediaKey } from '@klieg/contract/media';
import { uuidv7 } from '@klieg/kernel';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { sceneOf, useComplaints } from '../../app/testing-complaints-store.ts';
import { openTestDesk } from '../../app/testing-desk-store.ts';
import { codeOf, useTestSite } from '../../app/testing-site.ts';

const site = await useTestSite();
const { kysely } = site.database;
const { file, withPicture, statusOf } = useComplaints(site);
const admin = await openTestDesk(site).joinAdmin();
const mod = await site.join({ roles: ['site_mod'] });
const model = await site.join({ type: 'model' });
const note = 'Looked at it with another person.';
const decide = (id: string, action: 'remove' | 'reject') =>
  mod.call('decideComplaint', { params: { id }, body: { action, note } });

describe('a recording that is out of reach', () => {
  /** Made by the model, of which no file is there yet. */
  const begun = async () => {
    const id = uuidv7();
    await sql`insert into recordings (id, origin_id, account_id, broadcast_id, kind, state)
      values (${id}, ${id}, ${model.id}, ${uuidv7()}, 'public', 'processing')`.execute(kysely);
    return id;
  };
  /** A file of it arrives from the media process. */
  const arrives = async (id: string, part: number, kind = 'video') =>
    (
      await fetch(`${site.url}/internal/media/recordings/${id}/${part}/${kind}`, {
        method: 'PUT',
        headers: {
          'content-type': 'application/octet-stream',
          'x-internal-secret': internalMediaKey(site.site.mediaSecret),
          'x-duration-ms': '1000',
        },
        body: `${kind} ${part}`,
      })
    ).status;
  const listed = async () =>
    (await model.call('listRecordings', { query: { limit: '100' } as never })).items.map(({ id }) => id);
  const partsOf = async (origin: string) =>
    (
      await sql<{ id: string }>`select id from recordings where origin_id = ${origin} order by part`.execute(
        kysely,
      )
    ).rows.map(({ id }) => id);
  const open = (id: string) => model.call('getRecordingUrl', { params: { id } });

  test('cannot be opened when its files come later, neither the first nor a further one, until it is given back', async () => {
    const id = await begun();
    const { id: complaint } = await file('take_it_down', [`/files/recordings/${id}.mp4`]);
    expect(await arrives(id, 0)).toBe(204);
    expect(await arrives(id, 1)).toBe(204);
    const parts = await partsOf(id);
    expect(parts).toHaveLength(2);
    for (const one of parts) expect(await codeOf(open(one))).toBe('common.not_found');
    expect(await listed()).not.toEqual(expect.arrayContaining([parts[0]]));
    expect(await listed()).not.toEqual(expect.arrayContaining([parts[1]]));
    await decide(complaint, 'reject');
    expect(await listed()).toEqual(expect.arrayContaining(parts));
    const { url } = await open(parts[1]!);
    expect(await (await fetch(`${site.url}${url}`)).text()).toBe('video 1');
  });

  test('stays so by an address that was given out before, for its video and for the picture before it', async () => {
    const id = await begun();
    await arrives(id, 0);
    await arrives(id, 0, 'poster');
    await arrives(id, 1);
    const [first, second] = await partsOf(id);
    const urls = [(await open(first!)).url, (await open(second!)).url];
    for (const url of urls) expect((await fetch(`${site.url}${url}`)).status).toBe(200);
    const { id: complaint } = await file('illegal', [`/files/recordings/${id}.mp4`]);
    for (const url of urls) expect((await fetch(`${site.url}${url}`)).status).toBe(404);
    // The media process hands the same file over once more.
    await arrives(id, 0);
    await decide(complaint, 'remove');
    for (const url of urls) expect((await fetch(`${site.url}${url}`)).status).toBe(404);
  });
});

describe('a picture that may not come again', () => {
  test.runIf(isFullRun)(
    'comes as no banner either, whoever of staff sends it (common.file_blocked)',
    async () => {
      const bytes = await sceneOf('s20');
      const { url } = await withPicture(bytes);
      const { id } = await file('depicted_person', [url]);
      await decide(id, 'remove');
      expect(await statusOf(url)).toBe(404);
      const send = async (content: Uint8Array) => {
        const form = new FormData();
        form.append('file', new File([new Uint8Array(content)], 'b.jpg', { type: 'image/jpeg' }));
        return admin.call('uploadBannerPicture', { form });
      };
      expect(await codeOf(send(bytes))).toBe('common.file_blocked');
      const { rows } = await sql`select 1 from banner_pictures`.execute(kysely);
      expect(rows).toEqual([]);
      const { image_url: other } = await send(await sceneOf('s21'));
      expect(await statusOf(other)).toBe(200);
    },
  );
});
