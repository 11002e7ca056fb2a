import { useEffect } from 'react';

/**
 * Names the page in the tab of the browser where its route cannot: by what is read only later, or in the words of an
 * error page. Before the name is known, and afterwards, the route's own stands there.
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
