import { z } from 'zod';

/** Setting of the operator: whose models `/julmodels` lists. */
export const discoveryEnvironment = {
  PARTNER_STUDIO: z
    .string()
    .regex(/^[a-z0-9-]{2,30}$/, 'PARTNER_STUDIO must be the slug of a studio')
    .default('julmodels'),
};
