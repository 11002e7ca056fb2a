import { msg } from '@lingui/core/macro';

/** What is said of a purchase that failed where neither server nor biller said why (ERRORS-051). */
export const notPurchased = msg`Error purchasing product, if this persists, please contact support.`;
