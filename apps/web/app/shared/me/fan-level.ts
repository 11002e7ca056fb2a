import type { FanLevel } from '@klieg/contract';
import { useMember } from './me-store.ts';

/** The visitor's level in a performer's fan club; undefined for non-members. */
export const useFanLevel = (username: string): FanLevel | undefined =>
  useMember()?.fanclub_membership_list.find(({ modelUsername }) => modelUsername === username)?.level;
