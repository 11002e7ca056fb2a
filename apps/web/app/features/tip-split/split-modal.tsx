import {
  SPLIT_COMMENT_MAX,
  SPLIT_TOTAL_MAX,
  SPLIT_TOTAL_MIN,
  SPLITTERS_MAX,
  SPLITTERS_MIN,
} from '@klieg/contract/features/tip-split/split-limits';
import { formatAmount } from '@klieg/i18n';
import { Button, Dialog, Field, Input, TokenAmount, TokenGlyph } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useId, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { proposeSplit } from './split-calls.ts';
import { readSplitDraft } from './split-draft.ts';
import { tellRefusal } from './tell-refusal.ts';
import './split.css';

const AMOUNT = 100;
const SPLITTERS = 4;

export interface SplitModalProps {
  /** The performer. */
  readonly username: string;
  /** What the fields begin with. */
  readonly amount?: number;
  readonly splitters?: number;
  readonly onClose: () => void;
}

/** The input, and the one press that proposes it. */
function useProposal({ username, amount, splitters, onClose }: SplitModalProps) {
  const { i18n } = useLingui();
  const [texts, setTexts] = useState({
    amount: String(amount ?? AMOUNT),
    splitters: String(splitters ?? SPLITTERS),
    comment: '',
  });
  const [isBusy, setBusy] = useState(false);
  const draft = readSplitDraft(texts.amount, texts.splitters);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || draft.amount === undefined || draft.splitters === undefined) return;
    setBusy(true);
    try {
      const wish = { amount: draft.amount, splitters: draft.splitters, comment: texts.comment.trim() };
      const { tokens } = await proposeSplit(lateApi, username, wish);
      if (tokens !== undefined) meStore.dispatch({ type: 'balance', tokens });
      onClose();
    } catch (error) {
      setBusy(false);
      tellRefusal(error, i18n);
    }
  };
  const change = (part: Partial<typeof texts>) => setTexts((old) => ({ ...old, ...part }));
  return { texts, draft, isBusy, change, submit };
}

/** How many give a part. */
function SplittersField(props: {
  readonly text: string;
  readonly isBad: boolean;
  readonly onChange: (part: { readonly splitters: string }) => void;
}) {
  const { t } = useLingui();
  return (
    <Field
      label={t`People, including you`}
      {...(props.isBad && { error: t`From ${SPLITTERS_MIN} to ${SPLITTERS_MAX}.` })}
    >
      <Input
        className="figure"
        inputMode="numeric"
        maxLength={2}
        value={props.text}
        onChange={(event) => props.onChange({ splitters: event.target.value })}
      />
    </Field>
  );
}

/** Proposes a tip that several give together; the own part is held, and paid only when everybody has joined. */
export default function SplitModal(props: SplitModalProps) {
  const { onClose } = props;
  const { t, i18n } = useLingui();
  const formId = useId();
  const { texts, draft, isBusy, change, submit } = useProposal(props);
  const least = formatAmount(SPLIT_TOTAL_MIN, i18n.locale);
  const most = formatAmount(SPLIT_TOTAL_MAX, i18n.locale);
  return (
    <Dialog
      title={<Trans>Split a tip</Trans>}
      onClose={onClose}
      foot={
        <>
          <Button kind="line" onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
          <span className="grow" />
          <Button kind="key" type="submit" form={formId} busy={isBusy} disabled={draft.share === undefined}>
            <Trans>Propose for</Trans> <TokenAmount amountTokens={draft.share ?? 0} />
          </Button>
        </>
      }
    >
      <form id={formId} method="post" className="split-fields" onSubmit={(event) => void submit(event)}>
        <p>
          <Trans>
            Reach one amount together. Your part is set aside, and nobody pays until everyone is in.
          </Trans>
        </p>
        <Field
          label={t`Together`}
          {...(draft.amount === undefined && { error: t`Whole tokens, from ${least} to ${most}.` })}
        >
          <Input
            className="figure"
            inputMode="numeric"
            maxLength={6}
            value={texts.amount}
            prefix={
              <span className="tokens">
                <TokenGlyph />
              </span>
            }
            onChange={(event) => change({ amount: event.target.value })}
          />
        </Field>
        <SplittersField text={texts.splitters} isBad={draft.splitters === undefined} onChange={change} />
        <Field label={t`For what`}>
          <Input
            maxLength={SPLIT_COMMENT_MAX}
            value={texts.comment}
            autoComplete="off"
            onChange={(event) => change({ comment: event.target.value })}
          />
        </Field>
        <p className="small text-ink-2">
          <Trans>
            It ends after five minutes, or sooner if a private starts or the broadcast ends: then everyone
            gets their tokens back.
          </Trans>
        </p>
      </form>
    </Dialog>
  );
}
