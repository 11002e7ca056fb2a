import { useMatches } from 'react-router';

/** Whether the page is a live picture with what belongs to it, as a room is: nothing that was not asked for may cover it. */
export const useIsPicturePage = (): boolean =>
  useMatches().some(
    ({ handle }) => (handle as { readonly fillsWindow?: boolean } | undefined)?.fillsWindow === true,
  );
