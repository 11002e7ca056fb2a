import { fetchFile } from '../money-desk/index.ts';

/** Saves what the index has found as a file, with the same words as the search. @throws CallError */
export const saveRecords = (query: Readonly<Record<string, string>>, format: 'csv' | 'json'): Promise<void> =>
  fetchFile(`/mod/records/export?${new URLSearchParams({ ...query, format })}`, 'records', format);
