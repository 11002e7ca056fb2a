import { useEffect, useState } from 'react';

type Scorer = (password: string, own: readonly string[]) => number;
let loading: Promise<Scorer> | undefined;

/** The server's score of a password; undefined until its word list has loaded, which the first letter triggers. */
export function usePasswordScore(password: string, username: string): number | undefined {
  const [score, setScore] = useState<Scorer>();
  const isTyped = password.length > 0;
  useEffect(() => {
    if (!isTyped) return undefined;
    let isHere = true;
    loading ??= import('@klieg/passwords').then(({ scorePassword }) => scorePassword);
    loading.then(
      (scorer) => isHere && setScore(() => scorer),
      // Without the list there are no bars; the server still judges.
      () => (loading = undefined),
    );
    return () => {
      isHere = false;
    };
  }, [isTyped]);
  return score?.(password, [username]);
}
