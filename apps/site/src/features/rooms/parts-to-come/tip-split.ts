import { partToCome } from './part-to-come.ts';

/** Tips that several give together: the keys go with this file when the feature comes. */
export const tipSplitToCome = partToCome<'tipSplit'>({
  tipSplit: null,
});
