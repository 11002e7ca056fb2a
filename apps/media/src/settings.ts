/** What the environment of the process says; every wrong value is named at once. */
export interface MediaEnvironment {
  readonly host: string;
  readonly port: number;
  readonly icePort: number;
  readonly iceHost: string | undefined;
  readonly publicAddress: string | undefined;
  readonly node: string;
  readonly secret: Uint8Array;
  readonly allowedOrigins: readonly string[] | undefined;
}

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= 65_535;

/**
 * Reads MEDIA_PORT, MEDIA_HOST, MEDIA_ICE_PORT, MEDIA_ICE_HOST, MEDIA_PUBLIC_ADDRESS, MEDIA_SECRET
 * (hex, at least 32 bytes), MEDIA_ORIGINS (separated by commas) and NODE_NAME.
 * @throws Error that names every wrong value
 */
export function readEnvironment(environment: Readonly<Record<string, string | undefined>>): MediaEnvironment {
  const faults: string[] = [];
  const port = environment['MEDIA_PORT'] ?? '8081';
  const icePort = environment['MEDIA_ICE_PORT'] ?? '0';
  const secret = environment['MEDIA_SECRET'] ?? '';
  if (!isPort(port)) faults.push('MEDIA_PORT has to be a port');
  if (!isPort(icePort)) faults.push('MEDIA_ICE_PORT has to be a port, or 0 for a port per publisher');
  if (!/^(?:[0-9a-f]{2}){32,}$/i.test(secret)) faults.push('MEDIA_SECRET has to be at least 32 bytes in hex');
  if (faults.length > 0) throw new Error(faults.join('; '));
  const origins = environment['MEDIA_ORIGINS'];
  return {
    host: environment['MEDIA_HOST'] ?? '127.0.0.1',
    port: Number(port),
    icePort: Number(icePort),
    iceHost: environment['MEDIA_ICE_HOST'] || undefined,
    publicAddress: environment['MEDIA_PUBLIC_ADDRESS'] || undefined,
    node: environment['NODE_NAME'] || 'media',
    secret: Buffer.from(secret, 'hex'),
    allowedOrigins: origins?.split(',').map((origin) => origin.trim().toLowerCase()),
  };
}
