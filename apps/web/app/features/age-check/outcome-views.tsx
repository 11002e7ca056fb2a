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
          <Trans>Where you are no law asks for an age check. Everything is open to you.</Trans>
        ) : (
          <Trans>
            Kept is how you were checked, that you passed, when and where. Nothing else of you was stored.
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
    title: <Trans>Your check is on its way</Trans>,
    body: (
      <div className="age-body">
        <Notice title={<Trans>Waiting for an answer</Trans>}>
          {isLive ? (
            <Trans>Our team writes to you in the conversation and says when the call is.</Trans>
          ) : (
            <Trans>
              The service that checks you has not answered yet. This page looks again when you press.
            </Trans>
          )}
        </Notice>
        <p className="text-ink-2">
          <Trans>
            You can close this and go on reading. Pictures open by themselves once you have passed.
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
          <Trans>Look again</Trans>
        </Button>
      </>
    ),
  });
}
