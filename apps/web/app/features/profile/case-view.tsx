import type { OnboardingStep, Review } from '@klieg/contract';
import { formatDayTime } from '@klieg/i18n';
import { Button, Checkbox, Dialog, FactList, Field, Input, Notice, Tag, TextArea } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { codeOf, explainError } from '../../shared/errors/explain-error.ts';
import { useConfirmed } from '../../shared/password/use-confirmed.tsx';
import { deskApi } from '../money-desk/index.ts';
import { useStepWords } from '../onboarding/index.ts';
import { ConsentFacts, type Fact, performerFacts } from './consent-facts.tsx';
import { useDocumentWords } from './document-words.ts';
import { Papers } from './papers.tsx';

type OpenedVault = Awaited<ReturnType<typeof deskApi.openVault>>;
/** Documents, and data about the person. */
interface Opened extends Pick<OpenedVault, 'documents'> {
  readonly facts: readonly Fact[];
}
type CaseReview = Review & { readonly payload: { readonly case: NonNullable<Review['payload']['case']> } };

export const isCase = (review: Review): review is CaseReview => review.payload.case !== null;

/** Who is told about the decision. */
const toldName = ({ user, payload }: CaseReview) => payload.case.consent?.name ?? user.username;

const REASON_MIN = 10;
const NOTE_MIN = 3;

function factsOf(person: NonNullable<OpenedVault['person']>): Fact[] {
  const address = [person.address, `${person.zip} ${person.city}`, person.state, person.country];
  return [
    {
      label: <Trans>Legal name</Trans>,
      value: `${person.legal_first_name} ${person.legal_last_name}`,
    },
    { label: <Trans>Born</Trans>, value: `${person.birth_date}, ${person.birth_country}` },
    { label: <Trans>Address</Trans>, value: address.filter(Boolean).join(', ') },
    { label: <Trans>Other names</Trans>, value: person.aliases.join(', ') || '–' },
  ];
}

/** Opens what a case is about: of a model or viewer by name, of a co-performer by the consent. */
async function openCase({ id, user, payload }: CaseReview, reason: string): Promise<Opened> {
  if (payload.case.consent) {
    const { person, documents } = await deskApi.openConsent({ params: { id }, query: { reason } });
    return { documents, facts: person ? performerFacts(person) : [] };
  }
  const { username } = user;
  const { person, documents } = await deskApi.openVault({ params: { username }, query: { reason } });
  return { documents, facts: person ? factsOf(person) : [] };
}

/** Opens what was sent, with a reason that is logged. */
function Vault({ review }: { readonly review: CaseReview }) {
  const { t, i18n } = useLingui();
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string>();
  const [opened, setOpened] = useState<Opened>();
  const { question, run } = useConfirmed((error) => setFailure(explainError(error, i18n)));
  const open = (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    if (reason.trim().length < REASON_MIN) return setFailure(t`Say in a sentence why you are looking.`);
    void run(async () => setOpened(await openCase(review, reason.trim())));
  };
  return (
    <div className="grid gap-3">
      {question}
      {opened ? (
        <>
          {opened.facts.length > 0 && <FactList facts={opened.facts} />}
          <Papers documents={opened.documents} />
        </>
      ) : (
        <form className="flex flex-wrap items-end gap-2" noValidate onSubmit={open}>
          <div className="min-w-0 grow">
            <Field
              label={<Trans>Why you are looking</Trans>}
              hint={<Trans>Stays in the audit log. What is shown closes after a minute.</Trans>}
              error={failure}
            >
              <Input value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} />
            </Field>
          </div>
          <Button type="submit" icon="lock-key">
            <Trans>Open the documents</Trans>
          </Button>
        </form>
      )}
    </div>
  );
}

const STEPS: readonly OnboardingStep[] = ['profile', 'identity', 'selfie', 'address', 'tax', 'agreement'];

/** What must be redone, and the message to the person. */
function RefuseDialog({
  review,
  onDone,
  onClose,
}: {
  readonly review: CaseReview;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const words = useStepWords();
  const [reasons, setReasons] = useState<Readonly<Partial<Record<OnboardingStep, string>>>>({});
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const choose = (step: OnboardingStep, isWanted: boolean) =>
    setReasons(({ [step]: _old, ...rest }) => (isWanted ? { ...rest, [step]: '' } : rest));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const steps = STEPS.flatMap((step) => {
      const reason = reasons[step]?.trim();
      return reason === undefined ? [] : [{ step, reason }];
    });
    if (note.trim().length < NOTE_MIN || steps.some(({ reason }) => reason.length < NOTE_MIN))
      return setFailure(t`Give the reason for each, in a sentence.`);
    setBusy(true);
    try {
      await deskApi.decideReview({
        params: { id: review.id },
        body: { decision: 'reject', note: note.trim(), steps },
      });
      onDone();
    } catch (error) {
      setFailure(explainError(error, i18n));
    }
    setBusy(false);
  };
  return (
    <Dialog title={<Trans>Send it back</Trans>} onClose={onClose}>
      <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
        {review.kind === 'application' && (
          <Field label={<Trans>What must be redone</Trans>} group>
            {STEPS.map((step) => (
              <div key={step} className="grid gap-1">
                <Checkbox
                  checked={reasons[step] !== undefined}
                  onChange={(event) => choose(step, event.target.checked)}
                >
                  {words[step]}
                </Checkbox>
                {reasons[step] !== undefined && (
                  <Input
                    value={reasons[step]}
                    maxLength={300}
                    aria-label={t`Why: ${words[step]}`}
                    placeholder={t`The reason and what to do`}
                    onChange={(event) => setReasons({ ...reasons, [step]: event.target.value })}
                  />
                )}
              </div>
            ))}
          </Field>
        )}
        <Field label={<Trans>What {toldName(review)} is told</Trans>}>
          <TextArea rows={3} value={note} maxLength={500} onChange={(event) => setNote(event.target.value)} />
        </Field>
        {failure !== undefined && <Notice tone="bad" title={failure} />}
        <Button type="submit" kind="key" size="large" busy={isBusy}>
          <Trans>Send back and notify</Trans>
        </Button>
      </form>
    </Dialog>
  );
}

/** Somebody's identity verification: what was sent, and the two decisions. */
export function CaseView({ review, onDone }: { readonly review: CaseReview; readonly onDone: () => void }) {
  const { t, i18n } = useLingui();
  const words = useDocumentWords();
  const [isRefusing, setRefusing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { username, displayName } = review.user;
  const { attempt, documents, agreement_version: version } = review.payload.case;
  const due = formatDayTime(review.due_at, i18n.locale);
  const approve = () =>
    deskApi
      .decideReview({ params: { id: review.id }, body: { decision: 'approve' } })
      .then(onDone, (error: unknown) => {
        if (codeOf(error) === 'moderation.stale') onDone();
        else setFailure(explainError(error, i18n));
      });
  return (
    <li className="case">
      <div className="flex flex-wrap items-center gap-2">
        <b className="min-w-0 grow truncate">
          {displayName} <span className="small text-ink-2">{username}</span>
        </b>
        {attempt > 1 && (
          <Tag>
            <Trans>Attempt {attempt}</Trans>
          </Tag>
        )}
        <span className="small text-ink-2">
          <Trans>Due {due}</Trans>
        </span>
      </div>
      <span className="small text-ink-2">
        {documents.map(({ kind }) => words[kind]).join(' · ')}
        {version !== null && (
          <>
            {' · '}
            <Trans>Agreement {version} signed</Trans>
          </>
        )}
      </span>
      {review.first_decision && (
        <Notice title={<Trans>{review.first_decision.username} has agreed: a second person decides</Trans>} />
      )}
      {review.payload.case.consent && <ConsentFacts consent={review.payload.case.consent} />}
      <Vault review={review} />
      <div className="flex flex-wrap gap-2">
        <Button kind="key" onClick={() => void approve()} aria-label={t`Approve ${username}`}>
          <Trans>Approve</Trans>
        </Button>
        <Button
          kind="line"
          onClick={() => setRefusing(true)}
          aria-label={t`Send back what ${username} has sent`}
        >
          <Trans>Send it back</Trans>
        </Button>
      </div>
      {failure !== undefined && <Notice tone="bad" title={failure} />}
      {isRefusing && (
        <RefuseDialog
          review={review}
          onClose={() => setRefusing(false)}
          onDone={() => {
            setRefusing(false);
            onDone();
          }}
        />
      )}
    </li>
  );
}
