import type { AskGrant, PlayGrant } from './play-grant.ts';

/** Answers with the grant that the page has already, and after that with fresh ones. */
export function askFirst(first: PlayGrant, askGrant: AskGrant): AskGrant {
  let unused: PlayGrant | undefined = first;
  return async () => {
    const grant = unused;
    unused = undefined;
    return grant ? { grant } : askGrant();
  };
}
