import { Button, Notice } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { openModal } from '../../shared/modal/modal-store.ts';
import type { FlowParts } from './flow-parts.ts';
import type { AgeCheck } from './use-age-check.ts';

type Shell = (parts: FlowParts) => ReactNode;

/** Nothing more is asked for. */
export function PassedView(props: {
  /** Nothing was ever asked for here. */
  readonly isFree?: boolean;
  readonly onGoOn: () => void;
  readonly shell: Shell;
}) {
  return props.shell({
    title: props.isFree ? <Trans>No check is needed here</Trans> : <Trans>Your age is verified</Trans>,
    body: (
      <p>
        {props.isFree ? (
          <Trans>No law requires an age check where you are. Everything is open to you.</Trans>
        ) : (
          <Trans>
            We keep only how you were checked, that you passed, when and where. Nothing else about you was
            stored.
          </Trans>
        )}
      </p>
    ),
    foot: (
      <Button kind="key" full onClick={props.onGoOn}>
        <Trans>Continue</Trans>
      </Button>
    ),
  });
}

/** The pending variant: a person or a vendor decides later (AGE-VERIFICATION-003). */
export function PendingView(props: {
  readonly check: AgeCheck;
  readonly onLook: () => void;
  readonly onLeave: () => void;
  readonly shell: Shell;
}) {
  const isLive = props.check.thread_id !== null;
  return props.shell({
    title: <Trans>Your check is in progress</Trans>,
    body: (
      <div className="age-body">
        <Notice title={<Trans>Waiting for an answer</Trans>}>
          {isLive ? (
            <Trans>Our team will message you in the conversation to arrange the call.</Trans>
          ) : (
            <Trans>The age check service has not answered yet. Press to check again.</Trans>
          )}
        </Notice>
        <p className="text-ink-2">
          <Trans>
            You can close this and keep browsing. Pictures appear automatically once you have passed.
          </Trans>
        </p>
      </div>
    ),
    foot: (
      <>
        <Button kind="line" onClick={props.onLeave}>
          <Trans>Close</Trans>
        </Button>
        <span className="grow max-tablet:hidden" />
        {isLive && (
          <Button kind="neutral" onClick={() => openModal('support', {})}>
            <Trans>Open the conversation</Trans>
          </Button>
        )}
        <Button kind="key" onClick={props.onLook}>
          <Trans>Check again</Trans>
        </Button>
      </>
    ),
  });
}
