import { buttonClass, Empty, FactList } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { ContentFrame } from './content-frame.tsx';
import { momentOf } from './moment-of.ts';

type Complaint = Answer<'getComplaint'>;

const STATES: Readonly<Record<Complaint['state'], ReactNode>> = {
  open: <Trans>Received</Trans>,
  in_review: <Trans>Being looked at</Trans>,
  actioned: <Trans>Done: something was changed or removed</Trans>,
  dismissed: <Trans>Done: nothing was changed</Trans>,
  appealed: <Trans>Being looked at again</Trans>,
  closed: <Trans>Closed</Trans>,
};

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
            : [{ label: <Trans>Outcome</Trans>, value: complaint.outcome }]),
        ]}
      />
    </div>
  );
}

/** How far a complaint is, for whoever has its receipt; read in the browser, so that no page keeps it. */
export function ComplaintStatePage({ receipt }: { readonly receipt: string }) {
  const { state } = useLoaded(receipt, (signal) => lateApi.getComplaint({ params: { receipt }, signal }));
  return (
    <ContentFrame title={<Trans>Your complaint</Trans>}>
      {state.kind === 'loading' && <span className="skeleton h-36 max-w-[560px]" aria-busy="true" />}
      {state.kind === 'ready' && <Facts complaint={state.value} />}
      {state.kind === 'failed' && (
        <Empty
          title={<Trans>No complaint with this receipt</Trans>}
          action={
            <Link className={buttonClass({ size: 'small' })} to="/support">
              <Trans>Ask support</Trans>
            </Link>
          }
        >
          <Trans>Check that the address is whole, as it stands in the mail.</Trans>
        </Empty>
      )}
    </ContentFrame>
  );
}
