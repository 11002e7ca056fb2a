import { createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { askVendor } from './vendor-port.ts';

/** A public key of an issuer. Everybody who gets a proof on the same day has the same one. */
export interface ProofKey {
  readonly id: string;
  readonly key: KeyObject;
  /** From when and until when its proofs are taken, in Unix milliseconds. */
  readonly from: number;
  readonly until: number;
}

/** An issuer of age proofs that nobody can link to a person. */
export interface ProofIssuer {
  /** Where a browser finds its page, keys and signing service. */
  readonly browserUrl: string;
  /** How it calls itself; undefined where it could not be asked. Never rejects. */
  name(): Promise<string | undefined>;
  /** A key by its id; undefined if unknown, `away` if the issuer could not be asked. Never rejects. */
  keyOf(id: string): Promise<ProofKey | undefined | 'away'>;
}

const KEYS_MAX = 8;
/** Most keys issuing proofs at the same time. With many, a key would reveal who somebody is. */
const IN_FORCE_MAX = 3;
/** For how long a list of keys is believed, and how soon it may be asked for again for one that is not on it. */
const LIST_MS = 10 * 60_000;
const AGAIN_MS = 1_000;

const isFitting = (key: KeyObject): boolean =>
  key.asymmetricKeyType === 'rsa' &&
  (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2_048 &&
  key.asymmetricKeyDetails?.publicExponent === 65_537n;

const keyLine = z
  .object({
    id: z.string().min(1).max(80),
    public_key: z.string().max(2_000),
    from: z.iso.datetime(),
    until: z.iso.datetime(),
  })
  .transform((line): ProofKey => {
    const key = createPublicKey({ key: Buffer.from(line.public_key, 'base64'), format: 'der', type: 'spki' });
    return { id: line.id, key, from: Date.parse(line.from), until: Date.parse(line.until) };
  });
const keyList = z.object({ name: z.string().min(1).max(80), keys: z.array(keyLine).max(KEYS_MAX) });
type KeyList = z.infer<typeof keyList>;

/** Reads what an issuer says of its keys; undefined where proofs by them are not to be taken. */
function readKeyList(json: unknown, now: number): KeyList | undefined {
  try {
    const list = keyList.parse(json);
    const inForce = list.keys.filter(({ from, until }) => from <= now && now < until);
    return list.keys.every(({ key }) => isFitting(key)) && inForce.length <= IN_FORCE_MAX ? list : undefined;
  } catch {
    return undefined;
  }
}

/** An issuer at its address. Its list of keys is asked for when it is needed, and never about a person. */
export function makeProofIssuer(options: {
  /** For this server. */
  readonly url: string;
  readonly browserUrl: string;
}): ProofIssuer {
  let kept: { readonly list: KeyList; readonly at: number } | undefined;
  let asking: Promise<KeyList | undefined> | undefined;
  const ask = async (): Promise<KeyList | undefined> => {
    const list = readKeyList(await askVendor(`${options.url}/keys`), Date.now());
    if (list) kept = { list, at: Date.now() };
    asking = undefined;
    return list;
  };
  /** @param maxAge a list younger than this is not fetched again */
  const list = async (maxAge: number): Promise<KeyList | undefined> => {
    if (kept && Date.now() - kept.at < maxAge) return kept.list;
    return (asking ??= ask());
  };
  return {
    browserUrl: options.browserUrl,
    name: async () => (await list(LIST_MS))?.name,
    async keyOf(id) {
      const find = (keys: KeyList) => keys.keys.find((key) => key.id === id);
      const now = await list(LIST_MS);
      if (!now) return 'away';
      const known = find(now);
      if (known) return known;
      const newer = await list(AGAIN_MS);
      return newer ? find(newer) : 'away';
    },
  };
}
