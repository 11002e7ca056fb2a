import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { servicesContext, type PageServices } from '../services.ts';
import type { PublicAnswer } from '../shared/public-answer.ts';
import { loader } from './model-media.tsx';

const refused = (httpStatus: number, code: string): PublicAnswer<never> => ({
  ok: false,
  httpStatus,
  body: { status: 0, code, error: 'No', message: 'No', params: {}, request_id: 'r' },
});
const known: PublicAnswer<unknown> = { ok: true, value: { user: { username: 'marlowe_vance' } } };

/** What the page of a performer's media becomes of these answers. */
async function load(bio: PublicAnswer<unknown>, list: PublicAnswer<unknown>): Promise<unknown> {
  const context = new RouterContextProvider();
  context.set(servicesContext, {
    bio: async () => bio,
    modelMedia: async () => list,
  } as unknown as PageServices);
  const request = new Request('https://host/marlowe_vance/media');
  const given = { params: { username: 'marlowe_vance' }, request, context };
  return loader(given as unknown as Parameters<typeof loader>[0]).catch((thrown: unknown) => thrown);
}

test.each([404, 451, 503])(
  'media that cannot be read are the page of their status, %d (ERRORS-017)',
  async (status) => {
    const failed = refused(status, 'rooms.not_found');
    const page = { data: { code: 'rooms.not_found', message: 'No' }, init: { status } };
    expect(await load(known, failed)).toMatchObject(page);
    expect(await load(failed, known)).toMatchObject(page);
  },
);
