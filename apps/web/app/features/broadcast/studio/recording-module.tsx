import { Switch } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '#app/shared/api/client.ts';
import { useMember } from '#app/shared/me/me-store.ts';

/** Whether co-shows are kept, which is so where both performers want it. */
function CoShowSwitch() {
  const kept = useMember()?.settings.co_show_recording ?? false;
  const [choice, setChoice] = useState<boolean>();
  const isKept = choice ?? kept;
  const change = (co_show_recording: boolean) => {
    setChoice(co_show_recording);
    api.saveSettings({ body: { co_show_recording } }).catch(() => setChoice(!co_show_recording));
  };
  return (
    <Switch
      checked={isKept}
      onChange={(event) => change(event.target.checked)}
      note={
        <Trans>
          Recorded if your partner wants it too. You both get both videos, until one of you deletes theirs.
        </Trans>
      }
    >
      <Trans>Record co-shows</Trans>
    </Switch>
  );
}

/** Records the broadcast from now on; the flag goes out with the broadcast. */
export function RecordingModule({ isOnAir }: { readonly isOnAir: boolean }) {
  const settings = useMember()?.settings;
  const [choice, setChoice] = useState<{ readonly wanted: boolean; readonly isOnAir: boolean }>();
  // The server puts the flag back when the broadcast ends.
  const hasEnded = choice?.isOnAir === true && !isOnAir;
  const isRecording = hasEnded ? false : (choice?.wanted ?? settings?.public_recording ?? false);
  const change = (public_recording: boolean) => {
    setChoice({ wanted: public_recording, isOnAir });
    api
      .saveSettings({ body: { public_recording } })
      .catch(() => setChoice({ wanted: !public_recording, isOnAir }));
  };
  return (
    <section className="module">
      <div className="flex items-center gap-3">
        <Switch checked={isRecording} onChange={(event) => change(event.target.checked)}>
          <Trans>Record this stream</Trans>
        </Switch>
        {isRecording && isOnAir && (
          <span className="recording-lamp">
            <i />
            <Trans>Recording</Trans>
          </span>
        )}
        <span className="grow" />
        <Link className="small inline-flex min-h-11 items-center" to="/model-desk/recordings">
          <Trans>Recordings</Trans>
        </Link>
      </div>
      <CoShowSwitch />
    </section>
  );
}
