import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ageAction, ageMethod, type AgeRuleLine, personKind } from '@klieg/contract';
import { z } from 'zod';
import { canonicalJson } from './canonical-json.ts';

/** The rules of one release. */
export interface AgeRules {
  /** Counts up; a site that has used one takes no lower one. */
  readonly number: number;
  /** The day it was signed, `2026-11-25`. */
  readonly published: string;
  readonly rules: readonly AgeRuleLine[];
}

/** Rules that this site must not run by; the message says why. */
export class AgeRulesError extends Error {}

/** Whose releases a site takes: those that come with the product are signed by this key (Ed25519, base64 of SPKI). */
const RELEASE_KEY = 'MCowBQYDK2VwAyEAZZfp7AIFfBDNvMQt6pWzVX6G4hYdStZTGGelm43h/IY=';
const RELEASE_FILE = new URL('age-rules.json', import.meta.url);

const rule = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{2,40}$/),
  place: z.string().regex(/^[A-Z]{2}(?:-(?:[A-Z0-9]{1,3}|\?\?))?$/),
  law: z.string().min(1).max(120),
  since: z.iso.date(),
  methods: z.array(ageMethod).min(1),
  actions: z.array(ageAction).min(1),
  exempt: z.array(personKind),
  scope: z.enum(['account', 'session']),
});
const file = z.strictObject({
  signature: z.string(),
  release: z.strictObject({
    number: z.int().min(1),
    published: z.iso.date(),
    rules: z.array(rule).refine((all) => new Set(all.map(({ place }) => place)).size === all.length),
  }),
});

/** Whether a release is signed by a key; never throws. */
function isSigned(release: unknown, signature: string, key: string): boolean {
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(canonicalJson(release)), publicKey, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/**
 * Reads a signed release. The signature is over the release's canonical JSON, so that blanks change nothing and every
 * value does.
 * @throws AgeRulesError where it is not signed by that key, was altered or cannot be read
 */
export function readSignedRules(text: string, key: string): AgeRules {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new AgeRulesError('The rules of age checks are no JSON');
  }
  const given = json as { readonly release?: unknown; readonly signature?: unknown } | null;
  if (typeof given?.signature !== 'string' || given.release === undefined)
    throw new AgeRulesError('The rules of age checks are not signed');
  if (!isSigned(given.release, given.signature, key))
    throw new AgeRulesError('The rules of age checks were altered, or are signed by another key');
  const read = file.safeParse(json);
  if (!read.success) throw new AgeRulesError(`The rules of age checks do not fit: ${read.error.message}`);
  return read.data.release;
}

/** The release that this site is to run by: the operator's own file and key, else that of the product. @throws AgeRulesError */
export function openRules(own: { readonly file: string; readonly key: string } | undefined): AgeRules {
  let text: string;
  try {
    text = readFileSync(own?.file ?? RELEASE_FILE, 'utf8');
  } catch {
    throw new AgeRulesError(`The rules of age checks cannot be read: ${own?.file ?? RELEASE_FILE.pathname}`);
  }
  return readSignedRules(text, own?.key ?? RELEASE_KEY);
}
