import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Api, ArgumentsOf } from '@klieg/contract';
import { internalMediaKey } from '@klieg/contract/media';
import { type Uuid, uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Member, TestSite } from './testing-site.ts';

/* What remains of broadcasts, as media processes hand it over. */

export const runTool = promisify(execFile);

/** A small video of moving bars with a tone, H.264 and AAC. */
export async function makeVideo(seconds: number, options: readonly string[] = []): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'klieg-video-'));
  const path = join(folder, 'video.mp4');
  try {
    const inputs = [
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=320x180:rate=15',
      '-f',
      'lavfi',
      '-i',
      'sine=frequency=440',
    ];
    const codecs = [
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p',
      '-g',
      '30',
      '-c:a',
      'aac',
    ];
    await runTool('ffmpeg', ['-v', 'error', ...inputs, '-t', String(seconds), ...codecs, ...options, path]);
    return await readFile(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface MadeRecording {
  readonly kind?: 'public' | 'private' | 'limited';
  readonly state?: 'recording' | 'processing' | 'failed';
  readonly showId?: Uuid;
  readonly broadcastId?: Uuid;
}

type Offer = ArgumentsOf<Api['publishRecording']>['body'];

export function useRecordings({ database, site, url }: TestSite) {
  /** Made by a performer, of which no file is there yet. */
  const begun = async (model: Member, more: MadeRecording = {}): Promise<Uuid> => {
    const id = uuidv7();
    await sql`insert into recordings (id, origin_id, account_id, broadcast_id, kind, state, show_id)
      values (${id}, ${id}, ${model.id}, ${more.broadcastId ?? uuidv7()}, ${more.kind ?? 'public'},
        ${more.state ?? 'processing'}, ${more.showId ?? null})`.execute(database.kysely);
    return id;
  };
  const arrives = async (id: Uuid, part: number, bytes: Uint8Array, seconds: number): Promise<number> => {
    const answer = await fetch(`${url}/internal/media/recordings/${id}/${part}/video`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/octet-stream',
        'x-internal-secret': internalMediaKey(site.mediaSecret),
        'x-duration-ms': String(seconds * 1_000),
      },
      body: new Uint8Array(bytes),
    });
    return answer.status;
  };
  return {
    begun,
    arrives,
    /** One that ran is over. */
    over: async (id: Uuid): Promise<void> =>
      void (await sql`update recordings set state = 'processing', ended_at = now() where id = ${id}`.execute(
        database.kysely,
      )),
    /** Its row is gone, and nobody has looked after its files. */
    forget: async (id: Uuid): Promise<void> =>
      void (await sql`delete from recordings where id = ${id}`.execute(database.kysely)),
    /** It may be joined at once, whoever has tried before. */
    due: async (id: Uuid): Promise<void> =>
      void (await sql`update recordings set join_until = null where id = ${id}`.execute(database.kysely)),
    /** Nothing has come of it for a day. */
    quiet: async (id: Uuid): Promise<void> => {
      await sql`update recordings set ended_at = now() - interval '1 day' where id = ${id}`.execute(
        database.kysely,
      );
      await sql`update recording_pieces set stored_at = stored_at - interval '1 day',
        noted_at = noted_at - interval '1 day' where origin_id = ${id}`.execute(database.kysely);
    },
    /** One that is there. */
    async recorded(
      model: Member,
      bytes: Uint8Array,
      seconds: number,
      more: MadeRecording = {},
    ): Promise<Uuid> {
      const id = await begun(model, more);
      expect(await arrives(id, 0, bytes, seconds)).toBe(204);
      return id;
    },
    publish: (model: Member, id: Uuid, more: Partial<Offer> = {}) =>
      model.call('publishRecording', {
        params: { id },
        body: { name: 'An evening', token_price: 60, ...more },
      }),
    listed: async (model: Member) =>
      (await model.call('listRecordings', { query: { limit: '100' } as never })).items,
    /** Its files are looked through, and staff may decide. */
    prepared: (model: Member, mediaId: number) =>
      eventually(async () => {
        const { items } = await model.call('listOwnMedia', { query: { limit: '100' } as never });
        expect(items.find(({ id }) => id === mediaId)?.status).toBe('review');
      }),
  };
}
