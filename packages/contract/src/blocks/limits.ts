/** How many people one person may ignore; hidden ones beyond that are dropped for newer ones. */
export const IGNORED_MAX = 500;
