import type { Conditions } from '../../platform/http/index.ts';

/**
 * Checks of age: no region of this edition asks for one, so everybody passes. This file goes when they are
 * served.
 */
export const complianceToCome: Conditions<'av', unknown> = { av: () => undefined };
