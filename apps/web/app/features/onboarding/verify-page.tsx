import type { ViewerDocument } from '@klieg/contract';
import { VIEWER_DOCUMENTS } from '@klieg/contract/features/onboarding/limits';
import { buttonClass, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { lateApi } from '../../shared/api/late-client.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { readCurrentUser } from '../../shared/session/start-session.ts';
import { DocumentCard, type DocumentCardProps } from './document-card.tsx';
import './onboarding.css';

type Reason = keyof typeof VIEWER_DOCUMENTS;

/** Documents, one after the other; the last one starts the review. */
function Documents({ reason }: { readonly reason: Reason }) {
  const { t } = useLingui();
  const [sent, setSent] = useState<ReadonlySet<ViewerDocument>>(new Set());
  const words: Readonly<
    Record<ViewerDocument, Pick<DocumentCardProps, 'title' | 'hint' | 'icon' | 'camera'>>
  > = {
    id_front: {
      title: t`Your document`,
      hint: <Trans>Passport, license or identity card. All four corners in view.</Trans>,
      icon: 'image',
      camera: 'environment',
    },
    selfie_with_id: {
      title: t`You, holding it`,
      hint: <Trans>Face and document in one picture.</Trans>,
      icon: 'user',
      camera: 'user',
    },
    card_photo: {
      title: t`Your card`,
      hint: <Trans>Cover all digits but the first six and the last four, and the code on the back.</Trans>,
      icon: 'credit-card',
      camera: 'environment',
    },
  };
  const send = async (kind: ViewerDocument, file: File) => {
    const form = new FormData();
    form.append('kind', kind);
    form.append('reason', reason);
    form.append('file', file);
    const { missing } = await lateApi.verifyIdentity({ form });
    setSent(new Set(VIEWER_DOCUMENTS[reason].filter((one) => !missing.includes(one as never))));
    if (missing.length === 0) await readCurrentUser().catch(() => undefined);
  };
  return (
    <>
      {VIEWER_DOCUMENTS[reason].map((kind) => (
        <DocumentCard
          key={kind}
          {...words[kind]}
          isThere={sent.has(kind)}
          isLocked={false}
          onSend={(file) => send(kind, file)}
        />
      ))}
    </>
  );
}

/** The state, and what must be sent. */
function State({ reason }: { readonly reason: Reason }) {
  const user = useMember()?.user;
  if (!user) return <output className="skeleton block h-60" aria-busy="true" />;
  if (user.type === 'model')
    return (
      <>
        <Notice title={<Trans>Models verify themselves through their application</Trans>} />
        <Link className={buttonClass({ kind: 'key' })} to="/models/signup">
          <Trans>To my application</Trans>
        </Link>
      </>
    );
  if (user.compliance_status === 'approved')
    return <Notice tone="ok" title={<Trans>You are verified</Trans>} />;
  if (user.compliance_status === 'pending')
    return (
      <Notice tone="info" title={<Trans>Being checked</Trans>}>
        <Trans>We will email you within two days.</Trans>
      </Notice>
    );
  return (
    <>
      {user.compliance_status === 'rejected' && (
        <Notice tone="bad" title={<Trans>It was not accepted. Please send it again.</Trans>}>
          {user.compliance_reject_reason}
        </Notice>
      )}
      <p className="text-ink-2">
        <Trans>
          Send these pictures once. They are stored encrypted, only those who check them see them, and every
          viewing is logged.
        </Trans>
      </p>
      <Documents reason={reason} />
    </>
  );
}

/** `/account/verify`: a viewer shows who they are (IDENTITY-005). */
export function VerifyPage({ reason }: { readonly reason: Reason }) {
  return (
    <main id="main" className="verify-page">
      <h1>
        <Trans>Verify your account</Trans>
      </h1>
      <State reason={reason} />
    </main>
  );
}
