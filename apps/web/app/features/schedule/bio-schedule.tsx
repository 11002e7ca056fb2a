import { lazy, Suspense } from 'react';
import { withTexts } from '../../shared/language/with-texts.ts';
import { useIsInteractive } from '../../shared/use-client-value.ts';

const load = withTexts(() => import('./schedule-section.tsx'));
const Section = lazy(async () => ({ default: (await load()).ScheduleSection }));

/** A performer's announcements on her bio. Only rendered in the browser, in whose zone the hours are. */
export function BioSchedule({ username }: { readonly username: string }) {
  if (!useIsInteractive()) return null;
  return (
    <Suspense>
      <Section username={username} />
    </Suspense>
  );
}
