import { Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { codeOf, explainError } from '#app/shared/errors/explain-error.ts';
import type { Studio } from './use-studio.ts';

const Row = ({ children }: { readonly children: ReactNode }) => <div className="p-4 pb-0">{children}</div>;

/** What keeps the model from being live, or is waited for. */
export function StudioNotices({ studio }: { readonly studio: Studio }) {
  const { i18n } = useLingui();
  const { broadcast, canSend, sendingBy, isWaitingForEncoder, isElsewhere, isLost, wasCut, onAir } = studio;
  const { state } = broadcast;
  return (
    <>
      {state.kind === 'failed' && (
        <Row>
          <Notice tone="bad" title={<Trans>You are not live</Trans>}>
            {codeOf(state.error) === 'broadcast.already_live' ? (
              <Trans>Another window or program is already sending. End it there first.</Trans>
            ) : (
              explainError(state.error, i18n)
            )}
          </Notice>
        </Row>
      )}
      {wasCut && onAir === 'off' && state.kind !== 'failed' && (
        <Row>
          <Notice title={<Trans>Picture and sound are cut</Trans>}>
            <Trans>Nobody can see or hear you. Press Go live when you are ready for a new broadcast.</Trans>
          </Notice>
        </Row>
      )}
      {!canSend && sendingBy === 'webrtc' && (
        <Row>
          <Notice tone="bad" title={<Trans>This browser cannot send your picture yet</Trans>}>
            <Trans>
              It has no H.264 encoder. Firefox gets one a few minutes after its first start; otherwise use
              another browser, or OBS.
            </Trans>
          </Notice>
        </Row>
      )}
      {isWaitingForEncoder && (
        <Row>
          <Notice title={<Trans>Your room is open, waiting for the encoder</Trans>}>
            <Trans>Press Start Streaming there. The room goes live as soon as your video arrives.</Trans>
          </Notice>
        </Row>
      )}
      {isLost && (
        <Row>
          <Notice title={<Trans>Your video was lost</Trans>}>
            <Trans>
              Go live again and your viewers see you where you were. Without video the room closes after a
              minute.
            </Trans>
          </Notice>
        </Row>
      )}
      {isElsewhere && sendingBy === 'webrtc' && (
        <Row>
          <Notice title={<Trans>You are live from another window or program</Trans>}>
            <Trans>End stream stops it there too.</Trans>
          </Notice>
        </Row>
      )}
    </>
  );
}
