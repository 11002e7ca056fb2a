import { AppError } from '@klieg/kernel';
import type { BillerPort } from './billers/port/biller-port.ts';

/** The refusal where a biller that is configured did not give its page. Logged as a fault, since somebody has to look after it; a biller that is switched off is none. */
export const noPageOf = ({ name }: Pick<BillerPort, 'name'>): AppError =>
  new AppError('billing.biller_unavailable', { internal: `${name} gave no page to pay on` });
