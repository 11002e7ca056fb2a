import { Button, Dialog, Notice, showToast, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { sendSurely } from '../../shared/api/send-surely.ts';
import { codeOf, explainError } from '../../shared/errors/explain-error.ts';
import { useConfirmed } from '../../shared/password/use-confirmed.tsx';
import { readCurrentUser } from '../../shared/session/start-session.ts';
import { CardChoice, useCards } from '../cards/index.ts';
import { type PostpayView, usePostpay } from './use-postpay.ts';

export interface PostpayCardModalProps {
  readonly onClose: () => void;
}

const hasFailed = ({ state }: PostpayView): boolean => state === 'past_due' || state === 'suspended';

/** Why another card is asked for, where it is. */
function Why({ postpay }: { readonly postpay: PostpayView }) {
  if (!hasFailed(postpay))
    return (
      <p>
        <Trans>Choose the card to charge for what you spend.</Trans>
      </p>
    );
  return (
    <p>
      <Trans>
        Your card could not be charged for the <TokenAmount amountTokens={postpay.used_tokens} /> you spent.
        Nothing more can be spent on credit until it is paid.
      </Trans>
    </p>
  );
}

/** Another card for post-pay, which pays at once what the last one was declined for (BILLING-011). */
export default function PostpayCardModal({ onClose }: PostpayCardModalProps) {
  const { t, i18n } = useLingui();
  const cards = useCards();
  const { postpay } = usePostpay();
  const [chosenId, setChosenId] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const { question, run } = useConfirmed(setError);
  const owes = postpay !== undefined && hasFailed(postpay);
  const use = async () => {
    if (!chosenId) return;
    setBusy(true);
    setError(undefined);
    await run(async () => {
      await sendSurely(['post-pay card', chosenId], (idempotencyKey) =>
        lateApi.setPostpayCard({ body: { card_id: chosenId }, idempotencyKey }),
      );
      await readCurrentUser();
      showToast({
        content: owes ? t`Paid. You can spend again.` : t`This card will be charged from now on.`,
        appearance: 'success',
      });
      onClose();
    });
    setBusy(false);
  };
  if (question) return question;
  return (
    <Dialog
      title={<Trans>Use another card</Trans>}
      onClose={onClose}
      foot={
        <Button kind="key" size="large" full busy={isBusy} disabled={!chosenId} onClick={() => void use()}>
          {owes ? <Trans>Pay with this card</Trans> : <Trans>Use this card</Trans>}
        </Button>
      }
    >
      <div className="grid gap-4">
        {postpay && <Why postpay={postpay} />}
        {error !== undefined && (
          <Notice
            tone="bad"
            title={
              codeOf(error) === 'billing.declined' ? (
                <Trans>This card was declined too</Trans>
              ) : (
                explainError(error, i18n)
              )
            }
          />
        )}
        <CardChoice cards={cards} chosenId={chosenId} onChoose={setChosenId} />
      </div>
    </Dialog>
  );
}
