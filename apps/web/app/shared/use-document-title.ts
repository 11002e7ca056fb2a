import { useEffect } from 'react';

/**
 * Sets the page's title where its route cannot: from data loaded later, or on an error page. Before it is known, and
 * afterwards, the route's own title applies.
 */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return undefined;
    const before = document.title;
    document.title = title;
    return () => {
      // The next page may have named itself already.
      if (document.title === title) document.title = before;
    };
  }, [title]);
}
