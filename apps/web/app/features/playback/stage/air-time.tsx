import { formatClock } from '@klieg/i18n';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';

/** For how long the broadcast has been on the air; phones leave the room to the picture. */
export function AirTime({ sinceMs }: { readonly sinceMs: number }) {
  // The studio counts by a hook, which as a file of its own would be larger than these lines.
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="pill max-tablet:hidden">
      <span className="sr-only">
        <Trans>On the air for</Trans>
      </span>
      {formatClock((now - sinceMs) / 1_000)}
    </span>
  );
}
