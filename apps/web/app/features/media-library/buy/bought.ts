import { msg } from '@lingui/core/macro';

/** What is said after a purchase (MEDIA-LIBRARY-034). */
export const BOUGHT = msg`Media Purchased`;
