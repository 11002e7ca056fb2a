import { Button, ErrorBox } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';

/** The recording of a show, asked for with a press: its addresses hold for a quarter of an hour. */
export function ShowRecording({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const [urls, setUrls] = useState<readonly string[]>();
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  /** A picture that changed its size, or a lost line, makes a file more. */
  const nameOf = (part: number, parts: number): string =>
    parts === 1 ? t`Recording of the show` : t`Recording of the show, part ${part} of ${parts}`;
  const open = async () => {
    setBusy(true);
    setFailed(false);
    try {
      setUrls((await lateApi.openShowRecording({ params: { show_id: id } })).urls);
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  if (hasFailed)
    return (
      <div className="p-4">
        <ErrorBox title={<Trans>The recording did not load</Trans>} onRetry={() => void open()} />
      </div>
    );
  return (
    <div className="show-recording">
      {urls ? (
        urls.map((url, at) => (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody has written what is said in a live show
          <video key={url} src={url} controls playsInline aria-label={nameOf(at + 1, urls.length)} />
        ))
      ) : (
        <Button busy={isBusy} icon="play-fill" onClick={() => void open()}>
          <Trans>Watch the recording</Trans>
        </Button>
      )}
    </div>
  );
}
