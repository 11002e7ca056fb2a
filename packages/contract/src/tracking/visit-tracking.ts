import { z } from 'zod';
import { instant, shape } from '../call.ts';

/** A value of an address: letters, digits and the punctuation of links. */
const linkText = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9._~:/?&=%-]*$/)
    .optional();

/** Where a visit came from; everything is optional. */
export const visitTracking = shape({
  advert_id: linkText(64),
  tour: linkText(64),
  landing_page: linkText(500),
  referrer: linkText(500),
  created_at: instant.optional(),
  u1: linkText(64),
  u2: linkText(64),
  u3: linkText(64),
  u4: linkText(64),
  ad_id: linkText(64),
  campaign_id: linkText(64),
  click_id: linkText(128),
  gclid: linkText(128),
  sub_id: linkText(64),
});
export type VisitTracking = z.infer<typeof visitTracking>;
