import { lateApi } from '../../shared/api/late-client.ts';
import { keepFingerprint, keptFingerprint } from './fingerprint-cache.ts';

/** How long the value may take in milliseconds (CONSTANTS-029). */
export const FINGERPRINT_MS = 3_000;

/** Coarse properties that many browsers share; nothing is drawn, played or measured. */
export const coarseSigns = (): string =>
  [
    navigator.language,
    Intl.DateTimeFormat().resolvedOptions().timeZone,
    // Sizes of windows differ by a pixel here and there.
    Math.round(Math.max(screen.width, screen.height) / 100),
    Math.min(navigator.hardwareConcurrency, 8),
    navigator.maxTouchPoints > 0,
    screen.colorDepth,
  ].join('|');

async function digestOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Sends a coarse value of this browser, with its linked person and the visit's source, unless recently sent. It may
 * take three seconds; a failure is silent (ERRORS-009).
 * @returns the digest under which the site stores it; false: nothing was stored
 */
export async function sendFingerprint(linkedId: string, tag: string): Promise<string | false> {
  const signal = AbortSignal.timeout(FINGERPRINT_MS);
  const about = `${linkedId} ${tag}`;
  const kept = keptFingerprint(about, Date.now());
  if (kept !== undefined) return kept;
  try {
    const body = { visitor_id: await digestOf(coarseSigns()), linked_id: linkedId, tag };
    const { fp } = await lateApi.sendFingerprint({ body, signal });
    if (fp === '') return false;
    keepFingerprint(about, fp, Date.now());
    return fp;
  } catch {
    return false;
  }
}
