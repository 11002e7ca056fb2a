import type { Uuid } from '@klieg/kernel';
import { fact } from '../../platform/events/index.ts';

/** A complaint was stored: what it refers to can be looked up. */
export const complaintFiled = fact<{ readonly id: Uuid }>('complaints.filed');
