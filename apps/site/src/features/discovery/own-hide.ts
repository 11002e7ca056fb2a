import type { Gender } from '@klieg/contract';
import type { SiteCaller } from '../sessions/index.ts';

/** Genders that a list leaves out: those that it was asked to, else those that the member never wants to see. */
export const hideFor = (
  asked: readonly Gender[] | undefined,
  { account }: Pick<SiteCaller, 'account'>,
): readonly Gender[] => asked ?? account?.settings.browse_gender_hide ?? [];
