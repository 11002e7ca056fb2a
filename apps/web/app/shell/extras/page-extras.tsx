import { Suspense } from 'react';
import { useIsInteractive } from '../../shared/use-client-value.ts';
import { lazyPart } from '../../shared/lazy-part.ts';

const LateExtras = lazyPart(() => import('./late-extras.tsx'));

/** What every page has besides its content; its code comes after the page has become interactive. */
export function PageExtras() {
  return (
    useIsInteractive() && (
      <Suspense>
        <LateExtras />
      </Suspense>
    )
  );
}
