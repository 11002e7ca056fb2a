import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message as the browser reads it. */
export interface Pushed {
  readonly path: string;
  readonly message: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The proof of who sent it. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
}

const hmac = (key: Uint8Array, data: Uint8Array): Buffer => createHmac('sha256', key).update(data).digest();
const expand = (key: Uint8Array, info: string | Buffer, bytes: number): Buffer =>
  hmac(key, Buffer.concat([Buffer.from(info), Buffer.from([1])])).subarray(0, bytes);

/** A browser that is subscribed: its keys, and how it reads a message (RFC 8291, read from the document anew). */
export function makeTestBrowser() {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
    read(body: Buffer): unknown {
      const salt = body.subarray(0, 16);
      const idLength = body.readUInt8(20);
      const sender = body.subarray(21, 21 + idLength);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
      const secret = expand(hmac(auth, pair.computeSecret(sender)), info, 32);
      const pseudo = hmac(salt, secret);
      const key = expand(pseudo, 'Content-Encoding: aes128gcm\0', 16);
      const cipher = createDecipheriv('aes-128-gcm', key, expand(pseudo, 'Content-Encoding: nonce\0', 12));
      const sealed = body.subarray(21 + idLength);
      cipher.setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
    },
  };
}

/** Checks the proof of RFC 8292 as a push service does. @throws Error where it is not of its key */
function claimsOf(authorization: string): { readonly claims: Pushed['claims']; readonly key: string } {
  const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization)!;
  const [head, claims, signature] = token!.split('.');
  const point = Buffer.from(key!, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const signed = Buffer.from(`${head}.${claims}`);
  const isReal = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature!, 'base64url'),
  );
  if (!isReal) throw new Error('the proof is not of its key');
  return { claims: JSON.parse(Buffer.from(claims!, 'base64url').toString()) as Pushed['claims'], key: key! };
}

/** A push service on this machine, which speaks the real protocol. */
export async function startPushService(key: () => string) {
  const got: Pushed[] = [];
  const browsers = new Map<string, ReturnType<typeof makeTestBrowser>>();
  const answers = new Map<string, number[]>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const path = request.url!;
      const status = answers.get(path)?.shift() ?? 201;
      try {
        const proof = claimsOf(String(request.headers.authorization));
        if (proof.key !== key()) throw new Error('another key than the subscription was made with');
        const message = browsers.get(path)!.read(Buffer.concat(parts));
        if (status === 201) got.push({ path, message, headers: request.headers, claims: proof.claims });
        response.writeHead(status).end();
      } catch (error) {
        got.push({ path, message: String(error), headers: {}, claims: { aud: '', exp: 0, sub: '' } });
        response.writeHead(403).end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    got,
    /** A browser subscribes; the service answers its messages with these first, and takes them then. */
    subscribe(path: string, first: readonly number[] = []) {
      const browser = makeTestBrowser();
      browsers.set(path, browser);
      answers.set(path, [...first]);
      return { endpoint: `${origin}${path}`, keys: browser.keys };
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
