import { partToCome } from '../rooms/index.ts';

/** Shows: the keys of a room that wait for it. This file goes when they are served. */
export const showsToCome = partToCome<'limitedShow' | 'privateStats' | 'privateDiscount' | 'viewer.spy_free'>(
  {
    limitedShow: null,
    privateStats: null,
    privateDiscount: null,
    'viewer.spy_free': false,
  },
);
