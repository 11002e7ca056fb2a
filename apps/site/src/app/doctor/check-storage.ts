import { randomUUID } from 'node:crypto';
import { openBlobs } from '../../platform/blobs/index.ts';
import type { Config } from '../config.ts';
import { fail, type Finding, ok, sayError } from './finding.ts';

/** Writes a small file where recordings and pictures go, reads it back and removes it. */
export async function checkStorage({ blobUrl }: Pick<Config, 'blobUrl'>): Promise<Finding[]> {
  const name = `doctor/${randomUUID()}`;
  try {
    const blobs = openBlobs(blobUrl);
    await blobs.put(
      name,
      (async function* () {
        yield Buffer.from(name);
      })(),
    );
    let text = '';
    for await (const chunk of blobs.read(name)) text += String(chunk);
    await blobs.remove(name);
    if ((await blobs.sizeOf(name)) !== undefined)
      return [fail('storage', 'a file that was removed is still there: allow the key of BLOB_URL to delete')];
    return text === name
      ? [ok('storage', 'a file was written, read and removed')]
      : [fail('storage', 'a file came back changed: look at the disk or the service of BLOB_URL')];
  } catch (error) {
    return [fail('storage', `${sayError(error)}: mend BLOB_URL, or the rights of its folder or key`)];
  }
}
