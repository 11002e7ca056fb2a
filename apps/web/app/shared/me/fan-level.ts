import type { FanLevel } from '@klieg/contract';
import { useMember } from './me-store.ts';

/** What the visitor is in a performer's fan club; undefined for who is no member. */
export const useFanLevel = (username: string): FanLevel | undefined =>
  useMember()?.fanclub_membership_list.find(({ modelUsername }) => modelUsername === username)?.level;
