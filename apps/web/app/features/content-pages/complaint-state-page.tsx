import { buttonClass, Empty, FactList, Notice } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { SayForm } from '../../shared/forms/say-form.tsx';
import { useLoaded } from '../../shared/use-loaded.ts';
import { ContentFrame } from './content-frame.tsx';
import { momentOf } from './moment-of.ts';

type Complaint = Answer<'getComplaint'>;

const STATES: Readonly<Record<Complaint['state'], ReactNode>> = {
  open: <Trans>Received</Trans>,
  in_review: <Trans>Being reviewed</Trans>,
  actioned: <Trans>Done: something was changed or removed</Trans>,
  dismissed: <Trans>Done: nothing was changed</Trans>,
  appealed: <Trans>Being reviewed again</Trans>,
  closed: <Trans>Closed</Trans>,
};

interface SayProps {
  readonly receipt: string;
  readonly complaint: Complaint;
  readonly onSaid: () => void;
}

const OUTCOMES: Readonly<Record<NonNullable<Complaint['outcome']>, ReactNode>> = {
  removed: <Trans>It was removed</Trans>,
  rejected: <Trans>It was left as is</Trans>,
  restored: <Trans>It is shown again</Trans>,
};

/** What the complainant can say now. */
function Say({ receipt, complaint, onSaid }: SayProps) {
  const { t, i18n } = useLingui();
  const tooShort = t`Please explain in a few words.`;
  if (complaint.asked !== null)
    return (
      <section className="grid gap-3">
        <Notice tone="info" title={<Trans>We have a question</Trans>}>
          <span className="whitespace-pre-wrap">{complaint.asked}</span>
        </Notice>
        <SayForm
          key="answer"
          label={<Trans>Your answer</Trans>}
          action={<Trans>Send the answer</Trans>}
          lengths={{ min: 3, max: 4_000 }}
          tooShort={tooShort}
          send={async (text) => {
            await lateApi.answerComplaint({ params: { receipt }, body: { text } });
            onSaid();
          }}
        />
      </section>
    );
  if (complaint.counter !== null)
    return (
      <Notice tone="info" title={<Trans>There is a counter-notice</Trans>}>
        {complaint.counter.restore_at === null ? (
          <Trans>
            The person who published it says that it was removed by mistake. We are reviewing this.
          </Trans>
        ) : (
          <Trans>
            It is shown again on {momentOf(complaint.counter.restore_at, i18n.locale)}, unless you tell
            support before then that you have gone to court.
          </Trans>
        )}
      </Notice>
    );
  if (!complaint.can_appeal) return null;
  return (
    <SayForm
      key="appeal"
      label={<Trans>Why the decision is wrong</Trans>}
      hint={<Trans>Someone who did not make the decision reads it.</Trans>}
      action={<Trans>Send the appeal</Trans>}
      lengths={{ min: 20, max: 2_000 }}
      tooShort={t`Please explain in a few sentences.`}
      send={async (text) => {
        await lateApi.appealComplaint({ params: { receipt }, body: { text } });
        onSaid();
      }}
    />
  );
}

function Facts({ complaint }: { readonly complaint: Complaint }) {
  const { i18n } = useLingui();
  return (
    <div className="max-w-[560px]">
      <FactList
        facts={[
          { label: <Trans>Number</Trans>, value: <span className="figure">{complaint.number}</span> },
          { label: <Trans>State</Trans>, value: STATES[complaint.state] },
          { label: <Trans>Due</Trans>, value: momentOf(complaint.due_at, i18n.locale) },
          ...(complaint.outcome === null
            ? []
            : [{ label: <Trans>Outcome</Trans>, value: OUTCOMES[complaint.outcome] }]),
          ...(complaint.withheld === 0
            ? []
            : [
                {
                  label: <Trans>No longer shown</Trans>,
                  value: <Plural value={complaint.withheld} one="# file" other="# files, copies included" />,
                },
              ]),
          ...(complaint.reasons === null ? [] : [{ label: <Trans>Reason</Trans>, value: complaint.reasons }]),
        ]}
      />
    </div>
  );
}

/** Progress of a complaint, for the holder of its receipt; read in the browser, so that no page contains it. */
export function ComplaintStatePage({ receipt }: { readonly receipt: string }) {
  const { state, reload } = useLoaded(receipt, (signal) =>
    lateApi.getComplaint({ params: { receipt }, signal }),
  );
  return (
    <ContentFrame title={<Trans>Your complaint</Trans>}>
      {state.kind === 'loading' && <span className="skeleton h-36 max-w-[560px]" aria-busy="true" />}
      {state.kind === 'ready' && (
        <>
          <Facts complaint={state.value} />
          <Say receipt={receipt} complaint={state.value} onSaid={reload} />
        </>
      )}
      {state.kind === 'failed' && (
        <Empty
          title={<Trans>No complaint with this receipt</Trans>}
          action={
            <Link className={buttonClass({ size: 'small' })} to="/support">
              <Trans>Ask support</Trans>
            </Link>
          }
        >
          <Trans>Check that the address is complete, as in the email.</Trans>
        </Empty>
      )}
    </ContentFrame>
  );
}
