import type { Uuid } from '@klieg/kernel';
import { fact } from '../../platform/events/index.ts';

/** A complaint was kept: what it names can be looked for. */
export const complaintFiled = fact<{ readonly id: Uuid }>('complaints.filed');
