import { AppError } from '@klieg/kernel';
import type { BillerPort } from './billers/biller-port.ts';

/** A biller that is set up has failed when it was asked for its page, which somebody has to look after, unlike one that is off. */
export const noPageOf = ({ name }: Pick<BillerPort, 'name'>): AppError =>
  new AppError('billing.biller_unavailable', { internal: `${name} gave no page to pay on` });
