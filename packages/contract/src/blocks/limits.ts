/** People that one person may ignore; hidden ones beyond as many make room for newer ones. */
export const IGNORED_MAX = 500;
