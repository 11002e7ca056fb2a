import { CallError, type ErrorBody } from '@klieg/contract/client';
import { csrfHeaders, fetchWithCsrf } from '../../shared/api/csrf.ts';
import { saveFile } from '../money-desk/index.ts';

/** Saves what the index has found as a file, with the same words as the search. @throws CallError */
export async function saveRecords(
  query: Readonly<Record<string, string>>,
  format: 'csv' | 'json',
): Promise<void> {
  const asked = new URLSearchParams({ ...query, format });
  const response = await fetchWithCsrf(`/api/v1/mod/records/export?${asked}`, {
    headers: csrfHeaders(),
  }).catch(() => undefined);
  if (!response) throw new CallError(0, undefined);
  const text = await response.text();
  if (!response.ok) throw new CallError(response.status, JSON.parse(text) as ErrorBody);
  const name = `records-${new Date().toISOString().slice(0, 10)}.${format}`;
  saveFile(name, format === 'csv' ? 'text/csv' : 'application/json', text);
}
