import { CallError } from '@klieg/contract/client';
import { afterEach, expect, test } from 'vitest';
import { sendFile } from './send-file.ts';

afterEach(() => localStorage.clear());

const PART_BYTES = 4;
const refusal = (code: string) => new CallError(410, { code } as never);

/** A site that takes files in parts of four bytes, and may lose the line at one of them. */
function makeSite() {
  const begun: string[] = [];
  const parts: string[] = [];
  let failAt: { readonly part: string; readonly error: unknown } | undefined;
  return {
    begun,
    parts,
    failAt: (part: string, error: unknown) => (failAt = { part, error }),
    calls: {
      beginUpload: ({ body }: { body: { sha256: string } }) => {
        begun.push(body.sha256.slice(0, 8));
        return Promise.resolve({
          upload_id: `upload-${begun.length}`,
          part_size: PART_BYTES,
          expires_at: new Date(Date.now() + 3_600_000).toISOString(),
        });
      },
      sendUploadPart: async ({
        params,
        bytes,
      }: {
        params: { upload_id: string; part: string };
        bytes: { content: Blob; md5: string };
      }) => {
        const fault = failAt;
        if (fault?.part === params.part) {
          failAt = undefined;
          throw fault.error;
        }
        parts.push(`${params.upload_id} ${params.part} ${await bytes.content.text()} ${bytes.md5.length}`);
        return { status: 1, received: 0 };
      },
      finishUpload: () => Promise.resolve({ status: 1, item: { id: 7, state: 'encoding' } }),
    } as never,
  };
}

const wish = (onSent: (bytes: number) => void = () => undefined) => ({
  file: new Blob(['abcdefghij']),
  name: 'a.mp4',
  typeId: 2 as const,
  signal: new AbortController().signal,
  onRead: () => undefined,
  onSent,
});

test('a file is sent in parts, each with its sum, and its progress is told', async () => {
  const site = makeSite();
  const told: number[] = [];
  expect(
    await sendFile(
      site.calls,
      wish((bytes) => told.push(bytes)),
    ),
  ).toEqual({ id: 7, state: 'encoding' });
  expect(site.parts).toEqual(['upload-1 1 abcd 24', 'upload-1 2 efgh 24', 'upload-1 3 ij 24']);
  expect(told).toEqual([0, 4, 8, 10]);
});

test('what stopped goes on with the part that is missing, also after the page was left', async () => {
  const site = makeSite();
  site.failAt('2', new CallError(0, undefined));
  await expect(sendFile(site.calls, wish())).rejects.toThrow();
  const told: number[] = [];
  await sendFile(
    site.calls,
    wish((bytes) => told.push(bytes)),
  );
  expect(site.begun).toHaveLength(1);
  expect(site.parts).toEqual(['upload-1 1 abcd 24', 'upload-1 2 efgh 24', 'upload-1 3 ij 24']);
  expect(told).toEqual([4, 8, 10]);
});

test('what the site has put away meanwhile begins anew once', async () => {
  const site = makeSite();
  site.failAt('3', new CallError(0, undefined));
  await expect(sendFile(site.calls, wish())).rejects.toThrow();
  site.failAt('3', refusal('media_library.upload_gone'));
  await sendFile(site.calls, wish());
  expect(site.begun).toHaveLength(2);
  expect(site.parts.slice(-3)).toEqual(['upload-2 1 abcd 24', 'upload-2 2 efgh 24', 'upload-2 3 ij 24']);
});

test('a file that is canceled sends nothing more', async () => {
  const site = makeSite();
  const stop = new AbortController();
  const sending = sendFile(site.calls, {
    ...wish((bytes) => bytes === PART_BYTES && stop.abort()),
    signal: stop.signal,
  });
  await expect(sending).rejects.toThrow();
  expect(site.parts).toHaveLength(1);
});
