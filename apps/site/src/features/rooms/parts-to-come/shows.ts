import { partToCome } from './part-to-come.ts';

/** Shows: the keys go with this file when the feature comes. */
export const showsToCome = partToCome<'limitedShow' | 'privateStats' | 'privateDiscount' | 'viewer.spy_free'>(
  {
    limitedShow: null,
    privateStats: null,
    privateDiscount: null,
    'viewer.spy_free': false,
  },
);
