import { lazy, Suspense } from 'react';
import { withTexts } from '../../shared/language/with-texts.ts';
import { useIsInteractive } from '../../shared/use-client-value.ts';

const load = withTexts(() => import('./schedule-section.tsx'));
const Section = lazy(async () => ({ default: (await load()).ScheduleSection }));

/** What a performer has announced, on her bio. Drawn by the browser alone, whose hours these are. */
export function BioSchedule({ username }: { readonly username: string }) {
  if (!useIsInteractive()) return null;
  return (
    <Suspense>
      <Section username={username} />
    </Suspense>
  );
}
