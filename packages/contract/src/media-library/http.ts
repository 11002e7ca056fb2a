import { mediaLibraryBuyCalls } from './buy-calls.ts';
import { mediaLibraryChangeCalls } from './change-calls.ts';
import { mediaLibraryReadCalls } from './read-calls.ts';

export const mediaLibraryCalls = {
  ...mediaLibraryReadCalls,
  ...mediaLibraryBuyCalls,
  ...mediaLibraryChangeCalls,
};
