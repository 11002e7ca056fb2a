import { Button } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useMe } from '../../shared/me/me-store.ts';
import { ClaimSite } from './claim-site.tsx';
import { KeyRefused, type KeyRefusal } from './key-refused.tsx';

export interface FirstOwnerProps {
  readonly ownerKey: string;
  /** Why the key does not work, according to the server; undefined while it does. */
  readonly refusal: KeyRefusal | undefined;
  /** The forms to register and to log in; they reload this page when done. */
  readonly register: ReactNode;
  readonly logIn: ReactNode;
}

/** The first steps of a site without an administrator: an account, then the press that makes it the owner. */
export function FirstOwner({ ownerKey, refusal, register, logIn }: FirstOwnerProps) {
  const me = useMe();
  const [hasAccount, setHasAccount] = useState(false);
  if (refusal) return <KeyRefused refusal={refusal} />;
  if (me.kind === 'member') return <ClaimSite ownerKey={ownerKey} username={me.current.user.username} />;
  return (
    <>
      <p className="text-ink-2">
        <Trans>
          While a site has no administrator, the address printed at its latest start makes one in two steps:
          first an account, then one press.
        </Trans>
      </p>
      {hasAccount ? logIn : register}
      <Button kind="line" onClick={() => setHasAccount(!hasAccount)}>
        {hasAccount ? <Trans>I need an account</Trans> : <Trans>I have an account</Trans>}
      </Button>
    </>
  );
}
