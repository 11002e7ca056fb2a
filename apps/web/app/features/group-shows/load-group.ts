/** The code that follows group shows, fetched with the first event about one. */
export const loadGroup = () => import('./group-state.ts');
