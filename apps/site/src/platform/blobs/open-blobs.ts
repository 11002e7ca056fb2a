import { fileURLToPath } from 'node:url';
import type { BlobStore } from './blob-store.ts';
import { makeFolderBlobs } from './folder-blobs.ts';
import { makeS3Blobs, type S3Place } from './s3-blobs.ts';

/** What s3://KEY:SECRET@host[:port]/bucket[/prefix]?region=…&tls=0 says. @throws TypeError for no such address */
export function readS3Url(text: string): S3Place {
  const url = new URL(text);
  const [bucket = '', ...folders] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  if (url.protocol !== 's3:' || !bucket || !url.host || !url.username || !url.password)
    throw new TypeError('not an address of a bucket');
  return {
    endpoint: `${url.searchParams.get('tls') === '0' ? 'http' : 'https'}://${url.host}`,
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}

/** The store of an address: file:///folder or s3://…. */
export const openBlobs = (url: string): BlobStore =>
  url.startsWith('s3:') ? makeS3Blobs(readS3Url(url)) : makeFolderBlobs(fileURLToPath(url));
