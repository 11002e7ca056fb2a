import { z } from 'zod';
import type { ReserveTerms } from './ripening-rules.ts';

const FORM = /^(?:[0-9]|[1-4][0-9]|50):([1-9]\d{0,2})$/u;

/** The setting for how much of ripening tokens is kept back against chargebacks, and for how many days. */
export const reserveEnvironment = {
  EARNINGS_RESERVE: z
    .string()
    .regex(FORM, 'EARNINGS_RESERVE must be percent:days, such as 10:180; 0 to 50 percent, 1 to 999 days')
    .transform((text): ReserveTerms => {
      const [percent, days] = text.split(':').map(Number);
      return { percent: percent!, days: days! };
    })
    .default({ percent: 0, days: 180 }),
};
