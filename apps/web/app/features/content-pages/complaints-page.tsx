import { Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Answer } from '../../shared/api/answers.ts';
import { ComplaintForm } from './complaint-form.tsx';
import type { ComplaintKind } from './complaint-kinds.ts';
import { ContentFrame } from './content-frame.tsx';
import { momentOf } from './moment-of.ts';

function Sent({ sent }: { readonly sent: Answer<'fileComplaint'> }) {
  const { i18n } = useLingui();
  const due = momentOf(sent.due_at, i18n.locale);
  return (
    <Notice tone="ok" title={<Trans>We got your complaint</Trans>}>
      <span className="content-number block">
        <Trans>Number {sent.number}</Trans>
      </span>
      <p>
        <Trans>It is due on {due}.</Trans>
      </p>
      <p>
        <Link className="text-link" to={`/complaints/${sent.receipt}`}>
          <Trans>See its status</Trans>
        </Link>
      </p>
      <p>
        <Trans>Keep the address of that page to yourself: anyone who has it can see the status.</Trans>
      </p>
    </Notice>
  );
}

export interface ComplaintsPageProps {
  readonly kind: ComplaintKind;
  /** Address of the page concerned; empty if unknown. */
  readonly url: string;
}

/** Reporting content, and what happens then. */
export function ComplaintsPage({ kind, url }: ComplaintsPageProps) {
  const [sent, setSent] = useState<Answer<'fileComplaint'>>();
  return (
    <ContentFrame
      title={<Trans>Complaints</Trans>}
      note={<Trans>Report content that is illegal or that should not be here.</Trans>}
    >
      {sent ? (
        <Sent sent={sent} />
      ) : (
        <>
          <p className="text-ink-2">
            <Trans>
              You do not need an account. For when you get an answer, see the{' '}
              <Link className="text-link" to="/legal/complaints-policy">
                complaints policy
              </Link>
              .
            </Trans>
          </p>
          <ComplaintForm kind={kind} url={url} onSent={setSent} />
        </>
      )}
    </ContentFrame>
  );
}
