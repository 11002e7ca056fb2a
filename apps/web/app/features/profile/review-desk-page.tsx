import type { Review, ReviewKind } from '@klieg/contract';
import { formatDayTime } from '@klieg/i18n';
import { Button, Dialog, Empty, Field, FactList, Notice, Segments, Select, TextArea } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { codeOf, explainError } from '../../shared/errors/explain-error.ts';
import { ReviewedMedia } from '../media-library/index.ts';
import { deskApi, DeskSection, type StaffQueue, useDesk, useQueueNews } from '../money-desk/index.ts';
import { CaseView, isCase } from './case-view.tsx';
import './profile.css';

const NOTE_MIN = 3;
const QUEUES: readonly StaffQueue[] = ['media', 'identity'];
const NOTE_MAX = 500;
type Reason = 'another_person' | 'not_allowed' | 'unclear' | 'contact' | 'other';

/** Why it is not shown: the reason for the records, the sentence for the person. */
function RejectDialog({
  review,
  onDone,
  onClose,
}: {
  readonly review: Review;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const reasons: Readonly<Record<Reason, readonly [string, string]>> = {
    another_person: [t`Shows someone else`, t`The picture does not show you. Please send one of yourself.`],
    not_allowed: [t`Not allowed here`, t`This is not allowed here. Please choose something else.`],
    unclear: [t`Too dark or not sharp`, t`The picture is too dark or not sharp. Please send another one.`],
    contact: [
      t`Has addresses or numbers`,
      t`Please leave out addresses, numbers and other ways to reach you.`,
    ],
    other: [t`Something else`, ''],
  };
  const [reason, setReason] = useState<Reason>('not_allowed');
  const [typed, setTyped] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const note = typed ?? reasons[reason][1];
  const isShort = note.trim().length < NOTE_MIN;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isShort) return setFailure(t`Give the reason, in a sentence.`);
    setBusy(true);
    try {
      await deskApi.decideReview({
        params: { id: review.id },
        body: { decision: 'reject', reason_code: reason, note: note.trim() },
      });
      onDone();
    } catch (error) {
      setFailure(explainError(error, i18n));
    }
    setBusy(false);
  };
  const { username } = review.user;
  return (
    <Dialog title={<Trans>Do not show it</Trans>} onClose={onClose}>
      <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
        <Field label={<Trans>Reason</Trans>}>
          <Select value={reason} onChange={(event) => setReason(event.target.value as Reason)}>
            {(Object.keys(reasons) as Reason[]).map((one) => (
              <option key={one} value={one}>
                {reasons[one][0]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={<Trans>What {username} is told</Trans>}>
          <TextArea
            rows={3}
            value={note}
            maxLength={NOTE_MAX}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        {failure !== undefined && <Notice tone="bad" title={failure} />}
        <Button type="submit" kind="key" size="large" busy={isBusy}>
          <Trans>Reject and notify</Trans>
        </Button>
      </form>
    </Dialog>
  );
}

const FIELD_NAMES = {
  display_name: <Trans>Display name</Trans>,
  about: <Trans>About</Trans>,
  tags: <Trans>Tags</Trans>,
} as const;

function Shown({ payload }: Pick<Review, 'payload'>) {
  const { t } = useLingui();
  if (payload.media) return <ReviewedMedia media={payload.media} />;
  if (payload.picture_url === null)
    return (
      <FactList
        facts={payload.fields.map(({ field, current, wanted }) => ({
          label: FIELD_NAMES[field as keyof typeof FIELD_NAMES] ?? field,
          value: (
            <>
              <b className="block whitespace-pre-wrap">{wanted}</b>
              <span className="small text-ink-2">
                {current === '' ? <Trans>Nothing before</Trans> : <Trans>Before: {current}</Trans>}
              </span>
            </>
          ),
        }))}
      />
    );
  return (
    <div className="flex flex-wrap gap-3">
      <img className="review-picture" src={payload.picture_url} alt={t`The new picture`} />
      {payload.current_url !== null && (
        <img className="review-picture" src={payload.current_url} alt={t`The current picture`} />
      )}
    </div>
  );
}

function Row({
  review,
  onDone,
  onReject,
}: {
  readonly review: Review;
  readonly onDone: () => void;
  readonly onReject: () => void;
}) {
  const { t, i18n } = useLingui();
  const [failure, setFailure] = useState<string>();
  const { username, displayName } = review.user;
  const approve = () =>
    deskApi
      .decideReview({ params: { id: review.id }, body: { decision: 'approve' } })
      .then(onDone, (error: unknown) => {
        if (codeOf(error) === 'moderation.stale') onDone();
        else setFailure(explainError(error, i18n));
      });
  return (
    <li className="review">
      <Shown payload={review.payload} />
      <div className="grid content-start gap-2">
        <b className="truncate">{displayName}</b>
        <span className="small text-ink-2">
          {username} · {formatDayTime(review.submitted_at, i18n.locale)}
        </span>
        <div className="flex flex-wrap gap-2">
          <Button kind="key" onClick={() => void approve()} aria-label={t`Show what ${username} has sent`}>
            <Trans>Show it</Trans>
          </Button>
          <Button kind="line" onClick={onReject} aria-label={t`Do not show what ${username} has sent`}>
            <Trans>Do not show it</Trans>
          </Button>
        </div>
        {failure !== undefined && <Notice tone="bad" title={failure} />}
      </div>
    </li>
  );
}

/** `/admin/review` and `/mod/review`: pictures and texts of people that staff looks at before others see them. */
export function ReviewDeskPage() {
  const { t } = useLingui();
  const [kind, setKind] = useState<ReviewKind>('avatar');
  const [rejecting, setRejecting] = useState<Review>();
  const desk = useDesk(`review ${kind}`, (signal) => deskApi.listReviews({ query: { kind }, signal }));
  useQueueNews(QUEUES, desk.reload);
  return (
    <section>
      <div className="module-head flex-wrap px-4 py-3">
        <h2 className="grow">
          <Trans>Review</Trans>
        </h2>
        <div className="max-w-full overflow-x-auto">
          <Segments<ReviewKind>
            label={t`What is reviewed`}
            value={kind}
            options={[
              { value: 'avatar', text: <Trans>Pictures</Trans> },
              { value: 'profile', text: <Trans>Texts</Trans> },
              { value: 'media', text: <Trans>Media</Trans> },
              { value: 'fan_logo', text: <Trans>Club logos</Trans> },
              { value: 'application', text: <Trans>Models</Trans> },
              { value: 'identity', text: <Trans>Viewers</Trans> },
              { value: 'consent', text: <Trans>Co-performers</Trans> },
            ]}
            onChange={setKind}
          />
        </div>
      </div>
      <DeskSection desk={desk}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={<Trans>Nothing waiting</Trans>}>
              <Trans>
                New pictures of performers, texts with banned terms, and identity checks are listed here until
                you decide.
              </Trans>
            </Empty>
          ) : (
            <ul>
              {items.map((review) =>
                isCase(review) ? (
                  <CaseView key={review.id} review={review} onDone={desk.reload} />
                ) : (
                  <Row
                    key={review.id}
                    review={review}
                    onDone={desk.reload}
                    onReject={() => setRejecting(review)}
                  />
                ),
              )}
            </ul>
          )
        }
      </DeskSection>
      {rejecting && (
        <RejectDialog
          review={rejecting}
          onClose={() => setRejecting(undefined)}
          onDone={() => {
            setRejecting(undefined);
            desk.reload();
          }}
        />
      )}
    </section>
  );
}
