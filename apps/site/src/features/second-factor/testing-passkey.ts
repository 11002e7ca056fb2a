import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { NewPasskey, PasskeyAnswer } from '@klieg/contract';

/* A passkey of ES256 in memory, which answers as a browser and its authenticator do (WebAuthn, section 6). */

type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
};

/** The part of CBOR (RFC 8949) that authenticators write. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...(value as ReadonlyMap<number | string, Cbor>)].flat() as Cbor[];
  return Buffer.concat([head(5, pairs.length / 2), ...pairs.map(cbor)]);
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const text = (bytes: Buffer): string => bytes.toString('base64url');
const fromText = (value: string): Buffer => Buffer.from(value, 'base64url');

/** What an answer may say otherwise than a good browser would. */
export interface Lies {
  readonly origin?: string;
  readonly host?: string;
  readonly challenge?: string;
  readonly counter?: number;
  /** The person was there, and proved nothing. */
  readonly isUnverified?: boolean;
  readonly userHandle?: string;
  /** Signs with another key. */
  readonly key?: KeyObject;
}

interface Options {
  readonly challenge: string;
  readonly user?: { readonly id: string };
}

export interface TestPasskey {
  readonly privateKey: KeyObject;
  create(options: Record<string, unknown>, lies?: Lies): NewPasskey;
  answer(options: Record<string, unknown>, lies?: Lies): PasskeyAnswer;
}

export function makeTestPasskey(origin: string): TestPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;
  let handle: string | undefined;

  const clientData = (type: string, { challenge }: Options, lies: Lies): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (lies: Lies, attested?: Buffer): Buffer => {
    const flags = 0x01 | (lies.isUnverified ? 0 : 0x04) | (attested ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(lies.counter ?? counter);
    const host = lies.host ?? new URL(origin).hostname;
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  };
  const around = { id: text(id), rawId: text(id), type: 'public-key', clientExtensionResults: {} } as const;

  return {
    privateKey,
    create(given, lies = {}) {
      const options = given as unknown as Options;
      handle = options.user!.id;
      const cose = cbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, fromText(x!)],
          [-3, fromText(y!)],
        ]),
      );
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(lies, attested)],
      ]);
      return {
        ...around,
        response: {
          clientDataJSON: text(clientData('webauthn.create', options, lies)),
          attestationObject: text(cbor(attestation)),
          transports: ['internal'],
        },
      };
    },
    answer(given, lies = {}) {
      counter += 1;
      const client = clientData('webauthn.get', given as unknown as Options, lies);
      const data = authenticatorData(lies);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), lies.key ?? privateKey);
      return {
        ...around,
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(data),
          signature: text(signature),
          userHandle: lies.userHandle ?? handle ?? null,
        },
      };
    },
  };
}
