import { formatAmount } from '@klieg/i18n';
import { Button, Dialog, FactList, Field, Input, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import type { Answer } from '#app/shared/api/answers.ts';
import { lateApi } from '#app/shared/api/late-client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';
import { useDailyLimit } from './use-daily-limit.ts';

const FORM = 'daily-limit';
const LIMIT_MAX = 1_000_000;

type Limit = Answer<'getDailyLimit'>;

function LimitFacts({ limit }: { readonly limit: Limit }) {
  const { i18n } = useLingui();
  const { pending } = limit;
  const amount = (tokens: number) => <span className="figure">{formatAmount(tokens, i18n.locale)}</span>;
  return (
    <FactList
      facts={[
        { label: <Trans>Your daily limit</Trans>, value: amount(limit.daily_limit) },
        { label: <Trans>Spent today</Trans>, value: amount(limit.used_today) },
        ...(pending
          ? [
              {
                label: (
                  <Trans>From {i18n.date(pending.from, { dateStyle: 'medium', timeStyle: 'short' })}</Trans>
                ),
                value: pending.daily_limit === 0 ? <Trans>no limit</Trans> : amount(pending.daily_limit),
              },
            ]
          : []),
      ]}
    />
  );
}

/** The limit that the person has set for themselves, with the way to another one (ERRORS-005). */
export default function DailyLowLimitModal({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useLingui();
  const { limit, reload } = useDailyLimit();
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = Number(text);
    if (text.trim() === '' || !Number.isInteger(wanted) || wanted < 0 || wanted > LIMIT_MAX)
      return setProblem(t`A whole number of tokens, up to 1,000,000; 0 for no limit.`);
    setProblem(undefined);
    setBusy(true);
    await lateApi
      .setDailyLimit({ body: { daily_limit: wanted } })
      .then(reload, (error: unknown) => setProblem(explainError(error, i18n)));
    setBusy(false);
  };
  return (
    <Dialog
      title={<Trans>You have reached your own limit</Trans>}
      onClose={onClose}
      foot={
        <>
          <Button kind="line" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <span className="grow max-tablet:hidden" />
          <Button kind="key" type="submit" form={FORM} busy={isBusy}>
            <Trans>Set the limit</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>You set a limit on what you spend in a day. Nothing was charged.</Trans>
      </p>
      {limit && <LimitFacts limit={limit} />}
      {limit?.can_raise === false && (
        <Notice tone="warn" title={<Trans>Only a lower limit can be set now</Trans>}>
          <Trans>Your documents were not accepted or have expired. Verify your account first.</Trans>
        </Notice>
      )}
      <form id={FORM} className="form" noValidate onSubmit={(event) => void save(event)}>
        <Field
          label={<Trans>New limit, tokens a day</Trans>}
          error={problem}
          hint={<Trans>A lower limit counts at once, a higher one after 24 hours. 0 means no limit.</Trans>}
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
