import { CallError, type ErrorBody } from '@klieg/contract/client';
import { utcDayOf } from '@klieg/kernel/time';
import { csrfHeaders, fetchWithCsrf } from '../../shared/api/csrf.ts';
import { saveFile } from './save-file.ts';

/**
 * Has the browser keep what a call of staff answers as a file, named by its day.
 * @param path below /api/v1, with the format in its query
 * @throws CallError
 */
export async function fetchFile(path: string, name: string, format: 'csv' | 'json'): Promise<void> {
  const response = await fetchWithCsrf(`/api/v1${path}`, { headers: csrfHeaders() }).catch(() => undefined);
  if (!response) throw new CallError(0, undefined);
  const text = await response.text();
  if (!response.ok) throw new CallError(response.status, JSON.parse(text) as ErrorBody);
  const day = utcDayOf(Date.now());
  saveFile(`${name}-${day}.${format}`, format === 'csv' ? 'text/csv' : 'application/json', text);
}
