import { CallError, type ErrorBody } from '@klieg/contract/client';
import { csrfHeaders } from '../../shared/api/csrf.ts';

/** Largest file that the site takes; a larger one is refused before it is sent. */
export const PICTURE_BYTES_MAX = 5 * 1024 * 1024;
export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp,image/gif';

/** Why a file is not sent at all; null when it may be. */
export function refusePicture(
  file: Pick<File, 'size' | 'type'>,
): 'common.file_not_image' | 'common.file_format' | 'common.too_large' | null {
  if (!file.type.startsWith('image/')) return 'common.file_not_image';
  if (!PICTURE_TYPES.split(',').includes(file.type)) return 'common.file_format';
  return file.size > PICTURE_BYTES_MAX ? 'common.too_large' : null;
}

/** A picture on its way. */
export interface Upload {
  /** Id of the kept picture. Rejects with a CallError. */
  readonly done: Promise<string>;
  cancel(): void;
}

/** Sends a picture for one partner. @param onProgress gets 0 to 1 */
export function uploadPicture(username: string, file: File, onProgress: (part: number) => void): Upload {
  // NOTE: fetch reports no upload progress.
  const request = new XMLHttpRequest();
  const done = new Promise<string>((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      let body: unknown;
      try {
        body = JSON.parse(request.responseText);
      } catch {
        body = undefined;
      }
      if (request.status === 200) resolve((body as { image_id: string }).image_id);
      else reject(new CallError(request.status, body as ErrorBody | undefined));
    };
    request.onerror = () => reject(new CallError(0, undefined));
    request.onabort = () => reject(new CallError(0, undefined));
  });
  const form = new FormData();
  form.append('file', file);
  request.open('POST', `/api/v1/pm/${encodeURIComponent(username)}/image`);
  for (const [name, value] of Object.entries(csrfHeaders())) request.setRequestHeader(name, value);
  request.send(form);
  return { done, cancel: () => request.abort() };
}
