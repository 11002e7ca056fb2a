import { Button, buttonClass, Empty, ErrorBox } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { ConfirmPassword } from '../../shared/password/confirm-password.tsx';
import { deskPlaceOf } from './desk-places.ts';
import { DeskWaiting } from './desk-waiting.tsx';
import type { Desk } from './use-desk.ts';

function Locked({ onOpen }: { readonly onOpen: () => void }) {
  const [isAsking, setAsking] = useState(true);
  return (
    <>
      <Empty
        title={<Trans>Your password opens the back office</Trans>}
        action={
          <Button kind="key" onClick={() => setAsking(true)}>
            <Trans>Confirm that it is you</Trans>
          </Button>
        }
      >
        <Trans>It stays open for 15 minutes.</Trans>
      </Empty>
      {isAsking && (
        <ConfirmPassword
          onConfirmed={() => {
            setAsking(false);
            onOpen();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** An address of something that does not exist, with a link to its list. */
function Missing() {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const list = deskPlaceOf(pathname);
  const isOfList = pathname.startsWith(`${list.to}/`);
  return (
    <Empty
      title={<Trans>Nothing found at this address</Trans>}
      {...(isOfList && {
        action: (
          <Link className={buttonClass({ kind: 'line' })} to={list.to}>
            {t(list.name)}
          </Link>
        ),
      })}
    >
      <Trans>The number may be mistyped, or it no longer exists.</Trans>
    </Empty>
  );
}

export interface DeskSectionProps<T> {
  readonly desk: Desk<T>;
  readonly children: (value: T) => ReactNode;
  /** In its place while it is read; absent: a list. */
  readonly waiting?: ReactNode;
}

/** Data of a back office page; while missing, the reason. */
export function DeskSection<T>({ desk: { answer, reload }, children, waiting }: DeskSectionProps<T>) {
  switch (answer.kind) {
    case 'loading':
      return waiting ?? <DeskWaiting />;
    case 'locked':
      return (
        <div className="p-4">
          <Locked onOpen={reload} />
        </div>
      );
    case 'missing':
      return (
        <div className="p-4">
          <Missing />
        </div>
      );
    case 'failed':
      return (
        <div className="p-4">
          <ErrorBox title={<Trans>This did not load</Trans>} onRetry={reload} />
        </div>
      );
    case 'ready':
      return children(answer.value);
  }
}
