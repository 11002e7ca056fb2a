import { createClient } from '@klieg/contract/client';
import { lateRoutes } from '@klieg/contract/features/late-routes';
import { csrfHeaders, fetchWithCsrf } from './csrf.ts';

/** The calls of dialogs and pages that most visits never open. @throws CallError */
export const lateApi = createClient({ routes: lateRoutes, headers: csrfHeaders, fetch: fetchWithCsrf });
