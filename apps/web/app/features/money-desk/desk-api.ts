import { createClient } from '@klieg/contract/client';
import { staffRoutes } from '@klieg/contract/features/staff-routes';
import { csrfHeaders, fetchWithCsrf } from '../../shared/api/csrf.ts';

/** The calls of the back office. @throws CallError */
export const deskApi = createClient({ routes: staffRoutes, headers: csrfHeaders, fetch: fetchWithCsrf });
