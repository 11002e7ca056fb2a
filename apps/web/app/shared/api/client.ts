import { createClient } from '@klieg/contract/client';
import { csrfHeaders, fetchWithCsrf } from './csrf.ts';

/** Every call of the contract from this page. @throws CallError */
export const api = createClient({ headers: csrfHeaders, fetch: fetchWithCsrf });
