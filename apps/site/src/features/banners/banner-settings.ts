import { z } from 'zod';

/** Hosts besides this site that banners may lead to. */
export const bannerEnvironment = {
  BANNER_HOSTS: z
    .string()
    .regex(/^(?:[a-z0-9.-]+(?:,[a-z0-9.-]+)*)?$/, 'BANNER_HOSTS must be a comma list of hosts')
    .transform((text) => (text ? text.split(',') : []))
    .default([]),
};
