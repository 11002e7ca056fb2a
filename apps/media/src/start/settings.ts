import { faultOfMediaSetting, isMediaSetting, type MediaSetting } from '@klieg/contract/media';

/** What the environment of the process says; every wrong value is named at once. */
export interface MediaEnvironment {
  readonly host: string;
  readonly port: number;
  readonly icePort: number;
  readonly rtmpHost: string;
  /** Undefined: no publishers by RTMP. */
  readonly rtmpPort: number | undefined;
  /** The parent listens for publishers by RTMP and hands their connections over. */
  readonly isRtmpHanded: boolean;
  /** Files with certificate and key for RTMPS, PEM. */
  readonly tlsCert: string | undefined;
  readonly tlsKey: string | undefined;
  /** Address of the site, to check stream keys; undefined: there are none. */
  readonly siteUrl: string | undefined;
  /** Folder for recordings while they run; undefined: nothing is recorded. */
  readonly recordingFolder: string | undefined;
  /** With less free space than this, in bytes, nothing more is recorded. */
  readonly recordingFreeBytesMin: number;
  /** While this many bytes of recordings wait for the site, new media is dropped. */
  readonly recordingSpoolBytesMax: number;
  readonly iceHost: string | undefined;
  readonly publicAddress: string | undefined;
  /** Where other media processes reach this one; port 0 stands for its own. Undefined: they cannot. */
  readonly internalUrl: string | undefined;
  /** Cores that transcoding may use; undefined: half of them. */
  readonly transcodeCores: number | undefined;
  readonly node: string;
  readonly secret: Uint8Array;
  readonly allowedOrigins: readonly string[] | undefined;
}

/** Settings that the site judges too, by the same rules. */
const SHARED: readonly MediaSetting[] = [
  'MEDIA_SITE_URL',
  'MEDIA_INTERNAL_URL',
  'MEDIA_RECORDING_FREE_MB',
  'MEDIA_RECORDING_SPOOL_MB',
  'MEDIA_TRANSCODE_CORES',
];

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= 65_535;

/**
 * Reads MEDIA_PORT, MEDIA_HOST, MEDIA_ICE_PORT, MEDIA_ICE_HOST, MEDIA_PUBLIC_ADDRESS, MEDIA_SECRET
 * (hex, at least 32 bytes), MEDIA_ORIGINS (separated by commas), MEDIA_RTMP_PORT, MEDIA_RTMP_HOST, MEDIA_RTMP_HANDED (1),
 * MEDIA_TLS_CERT and MEDIA_TLS_KEY (files), MEDIA_SITE_URL, MEDIA_RECORDINGS (folder),
 * MEDIA_RECORDING_FREE_MB, MEDIA_RECORDING_SPOOL_MB, MEDIA_INTERNAL_URL, MEDIA_TRANSCODE_CORES and NODE_NAME.
 * @throws Error that names every wrong value
 */
export function readEnvironment(environment: Readonly<Record<string, string | undefined>>): MediaEnvironment {
  const faults: string[] = [];
  const port = environment['MEDIA_PORT'] ?? '8081';
  const icePort = environment['MEDIA_ICE_PORT'] ?? '0';
  const rtmpPort = environment['MEDIA_RTMP_PORT'] ?? '0';
  const freeMb = environment['MEDIA_RECORDING_FREE_MB'] || '1024';
  const spoolMb = environment['MEDIA_RECORDING_SPOOL_MB'] || '2048';
  const secret = environment['MEDIA_SECRET'] ?? '';
  const internalUrl = environment['MEDIA_INTERNAL_URL'] || undefined;
  const transcodeCores = environment['MEDIA_TRANSCODE_CORES'] || undefined;
  if (!isPort(port)) faults.push('MEDIA_PORT has to be a port');
  if (!isPort(icePort)) faults.push('MEDIA_ICE_PORT has to be a port, or 0 for a port per publisher');
  if (!isPort(rtmpPort)) faults.push('MEDIA_RTMP_PORT has to be a port, or 0 for none');
  if (!/^(?:[0-9a-f]{2}){32,}$/i.test(secret)) faults.push('MEDIA_SECRET has to be at least 32 bytes in hex');
  for (const name of SHARED)
    if (!isMediaSetting(name, environment[name] ?? '')) faults.push(faultOfMediaSetting(name));
  if (faults.length > 0) throw new Error(faults.join('; '));
  const origins = environment['MEDIA_ORIGINS'];
  return {
    host: environment['MEDIA_HOST'] ?? '127.0.0.1',
    port: Number(port),
    icePort: Number(icePort),
    rtmpHost: environment['MEDIA_RTMP_HOST'] || environment['MEDIA_HOST'] || '127.0.0.1',
    rtmpPort: Number(rtmpPort) || undefined,
    isRtmpHanded: environment['MEDIA_RTMP_HANDED'] === '1',
    tlsCert: environment['MEDIA_TLS_CERT'] || undefined,
    tlsKey: environment['MEDIA_TLS_KEY'] || undefined,
    siteUrl: environment['MEDIA_SITE_URL'] || undefined,
    recordingFolder: environment['MEDIA_RECORDINGS'] || undefined,
    recordingFreeBytesMin: Number(freeMb) * 2 ** 20,
    recordingSpoolBytesMax: Number(spoolMb) * 2 ** 20,
    iceHost: environment['MEDIA_ICE_HOST'] || undefined,
    publicAddress: environment['MEDIA_PUBLIC_ADDRESS'] || undefined,
    internalUrl,
    transcodeCores: transcodeCores === undefined ? undefined : Number(transcodeCores),
    node: environment['NODE_NAME'] || 'media',
    secret: Buffer.from(secret, 'hex'),
    allowedOrigins: origins?.split(',').map((origin) => origin.trim().toLowerCase()),
  };
}
