import { z } from 'zod';

/**
 * What is counted: orders and declines of an account in an hour, other accounts with one of its cards, and other buyers
 * of its network in a day.
 */
export const VELOCITY_REASONS = ['declines', 'orders', 'cards', 'network'] as const;
export type VelocityReason = (typeof VELOCITY_REASONS)[number];

/** The counts at which further purchases stop; 0: not checked. */
export type VelocityLimits = Readonly<Record<VelocityReason, number>>;

const DEFAULTS: VelocityLimits = { declines: 8, orders: 40, cards: 3, network: 25 };

/** Why somebody may not buy now. */
export interface VelocityFound {
  readonly reason: VelocityReason;
  readonly count: number;
  readonly stopsAt: number;
}

/** The first of the counts that has reached its limit; undefined: none has. */
export function velocityOf(
  counts: Readonly<Record<VelocityReason, number>>,
  limits: VelocityLimits,
): VelocityFound | undefined {
  const reason = VELOCITY_REASONS.find((one) => limits[one] > 0 && counts[one] >= limits[one]);
  return reason && { reason, count: counts[reason], stopsAt: limits[reason] };
}

const FORM = /^(?:(?:declines|orders|cards|network)=\d{1,6}(?:,|$))*$/;

/** The setting `VELOCITY_LIMITS`, such as `declines=5,network=0`; what it leaves out keeps its default. */
export const velocityEnvironment = {
  VELOCITY_LIMITS: z
    .string()
    .regex(FORM, 'VELOCITY_LIMITS must be a list such as declines=8,orders=40,cards=3,network=25')
    .transform((text): VelocityLimits => {
      const given = text.split(',').flatMap((one) => {
        const [name, count] = one.split('=');
        return count === undefined ? [] : [[name, Number(count)] as const];
      });
      return { ...DEFAULTS, ...Object.fromEntries(given) };
    })
    .default(DEFAULTS),
};

/** The network whose buyers are counted together: 256 addresses of IPv4, or what a household has of IPv6. */
export const countedNetwork = (network: string): string =>
  network.includes(':') ? network : `${network}/24`;
