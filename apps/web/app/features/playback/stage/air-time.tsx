import { formatClock } from '@klieg/i18n';
import { Trans } from '@lingui/react/macro';
import { useSecondsSince } from '#app/shared/use-seconds-since.ts';

/** For how long the broadcast has been on the air; phones leave the room to the picture. */
export function AirTime({ sinceMs }: { readonly sinceMs: number }) {
  const seconds = useSecondsSince(sinceMs);
  return (
    <span className="pill max-tablet:hidden">
      <span className="sr-only">
        <Trans>On the air for</Trans>
      </span>
      {formatClock(seconds)}
    </span>
  );
}
