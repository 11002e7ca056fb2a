import { partToCome } from '../rooms/index.ts';

/** Tips that several give together: the keys of a room that wait for it. This file goes when they are served. */
export const tipSplitToCome = partToCome<'tipSplit'>({
  tipSplit: null,
});
