import { buttonClass, Notice } from '@klieg/ui';
import { Plural, Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#app/shared/api/answers.ts';
import { lateApi } from '#app/shared/api/late-client.ts';

/** What of one's own things waits for our team or was not accepted; nothing where nothing does (SETTINGS-005). */
export function WaitingNotice() {
  const [pending, setPending] = useState<Answer<'getPending'>>();
  useEffect(() => {
    const stop = new AbortController();
    // Without an answer the page is as it would be without anything that waits.
    lateApi.getPending({ query: {}, signal: stop.signal }).then(setPending, () => undefined);
    return () => stop.abort();
  }, []);
  if (!pending) return null;
  const { custom_media: waiting, aj_media_rejected: rejected } = pending;
  return (
    <>
      {waiting > 0 && (
        <Notice
          title={
            <Plural
              value={waiting}
              one="# thing of yours waits for our team"
              other="# things of yours wait for our team"
            />
          }
        >
          <Trans>Others see it once it is approved. Until then they see what was there before.</Trans>
        </Notice>
      )}
      {rejected > 0 && (
        <Notice
          tone="warn"
          title={<Plural value={rejected} one="# media was not accepted" other="# media were not accepted" />}
          action={
            <Link className={buttonClass({ kind: 'line', size: 'small' })} to="/model-desk/media">
              <Trans>Look at why</Trans>
            </Link>
          }
        >
          <Trans>Change what was named and send it again.</Trans>
        </Notice>
      )}
    </>
  );
}
