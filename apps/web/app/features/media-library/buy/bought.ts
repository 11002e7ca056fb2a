import { msg } from '@lingui/core/macro';

/** The message after a purchase (MEDIA-LIBRARY-034). */
export const BOUGHT = msg`Media Purchased`;
