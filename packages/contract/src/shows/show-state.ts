import { z } from 'zod';
import { instant, shape } from '../call.ts';

export const privateType = z.enum(['private', 'exclusive']);
export type PrivateType = z.infer<typeof privateType>;
export const privateSource = z.enum(['room', 'swiper', 'speed-date', 'watch', 'versus']);
export const privateState = z.enum([
  'requested',
  'starting',
  'running',
  'ended',
  'declined',
  'expired',
  'failed',
]);
export type PrivateState = z.infer<typeof privateState>;
export const privateEndReason = z.enum([
  'model_ended',
  'out_of_tokens',
  'unpublish',
  'user_ended',
  'user_left',
]);
export type PrivateEndReason = z.infer<typeof privateEndReason>;

/** The private that runs, as payer and performer see it. */
export const privateStats = shape({
  privatePrepaidTimeLeftSeconds: z.int(),
  duration_seconds: z.int(),
  tokens_charged: z.int(),
  cost_per_minute: z.int(),
  started_at: instant,
  type: privateType,
  source: z.string(),
  watch_id: z.string().nullable(),
  with_cam2cam: z.boolean(),
});
export type PrivateStats = z.infer<typeof privateStats>;

export const privateDiscount = shape({
  discountRate: z.int(),
  timeLeftInSecond: z.int(),
  privatePricePerMinuteInToken: z.int(),
});
export type PrivateDiscount = z.infer<typeof privateDiscount>;
