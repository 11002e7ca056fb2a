import { useMatches } from 'react-router';

/** Whether the page is a live picture with its parts, like a room: nothing unrequested may cover it. */
export const useIsPicturePage = (): boolean =>
  useMatches().some(
    ({ handle }) => (handle as { readonly fillsWindow?: boolean } | undefined)?.fillsWindow === true,
  );
