import type { GenderSlug } from '@klieg/contract';
import { Suspense } from 'react';
import { withTexts } from '#app/shared/language/with-texts.ts';
import { lazyPart } from '#app/shared/lazy-part.ts';
import { useIsInteractive } from '#app/shared/use-client-value.ts';
import { HomeSkeleton } from './home-skeleton.tsx';

const CustomHome = lazyPart(withTexts(() => import('./custom-home.tsx')));

/** A member's own home page; its code loads only for members with one. The server renders the placeholder. */
export function OwnHome({ section }: { readonly section: GenderSlug | undefined }) {
  const waiting = <HomeSkeleton />;
  if (!useIsInteractive()) return waiting;
  return (
    <Suspense fallback={waiting}>
      <CustomHome key={section} section={section} waiting={waiting} />
    </Suspense>
  );
}
