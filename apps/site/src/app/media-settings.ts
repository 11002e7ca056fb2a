import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { isSupervised } from '@klieg/processes';
import type { Environment } from './environment.ts';
import { ownUrl } from './own-url.ts';

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

/** Where media processes are, and how those of this machine are reached and ended. */
export interface MediaSettings {
  /** Media processes of other machines. */
  readonly mediaUrls: readonly string[];
  /** Media processes of this machine. */
  readonly mediaProcesses: number;
  /** How long media processes of this machine may take to send those whom they serve to other machines. */
  readonly drainMs: number;
  /** Where media processes of other machines reach the first of this one; the others follow by port. */
  readonly mediaInternalUrl: string | undefined;
  /** Where this machine's media processes listen. */
  readonly mediaHost: string;
  /** Where media processes ask for stream keys and hand recordings over. */
  readonly mediaSiteUrl: string;
}

export const mediaSettingsOf = (given: Environment): MediaSettings => ({
  mediaUrls: given.MEDIA_URL,
  mediaProcesses: given.MEDIA_PROCESSES,
  drainMs: given.DRAIN_SECONDS * 1_000,
  mediaInternalUrl: given.MEDIA_INTERNAL_URL?.replace(/\/$/, ''),
  mediaHost: given.MEDIA_HOST ?? (given.MEDIA_INTERNAL_URL ? '0.0.0.0' : '127.0.0.1'),
  mediaSiteUrl: (given.MEDIA_SITE_URL ?? ownUrl(given.HOST, given.PORT)).replace(/\/$/, ''),
});
