import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { isSupervised } from '@klieg/processes';
import type { Environment } from './environment.ts';

const sayError = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A file, or a sentence about it; undefined where it is for the user of media alone, who may read it. */
function readFor(name: string, file: string): Buffer | string | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    const isOfMedia = error instanceof Error && 'code' in error && error.code === 'EACCES' && isSupervised();
    return isOfMedia ? undefined : `${name}=${file} cannot be read: ${sayError(error)}`;
  }
}

/** What is wrong with settings that media processes read by themselves, one sentence each. */
export function faultsOfMediaFiles(given: Pick<Environment, 'MEDIA_TLS_CERT' | 'MEDIA_TLS_KEY'>): string[] {
  const { MEDIA_TLS_CERT, MEDIA_TLS_KEY } = given;
  if (!MEDIA_TLS_CERT && !MEDIA_TLS_KEY) return [];
  if (!MEDIA_TLS_CERT || !MEDIA_TLS_KEY)
    return ['MEDIA_TLS_CERT and MEDIA_TLS_KEY belong together: give both'];
  const cert = readFor('MEDIA_TLS_CERT', MEDIA_TLS_CERT);
  const key = readFor('MEDIA_TLS_KEY', MEDIA_TLS_KEY);
  if (typeof cert === 'string' || typeof key === 'string')
    return [cert, key].filter((fault) => typeof fault === 'string');
  if (cert === undefined || key === undefined) return [];
  try {
    createSecureContext({ cert, key });
    return [];
  } catch (error) {
    return [`MEDIA_TLS_CERT and MEDIA_TLS_KEY are no certificate with its key: ${sayError(error)}`];
  }
}
