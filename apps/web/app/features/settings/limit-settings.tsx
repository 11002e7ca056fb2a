import { formatAmount } from '@klieg/i18n';
import { Button, ErrorBox, Field, Input, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { useSubmitType } from '../../shared/forms/use-submit-type.ts';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { useSave } from '../../shared/settings/use-save.ts';
import { useLoaded } from '../../shared/use-loaded.ts';

const LIMIT_MAX = 1_000_000;

/** A whole number of tokens; undefined for anything else. */
const readLimit = (text: string): number | undefined => {
  const limit = Number(text);
  return text.trim() !== '' && Number.isInteger(limit) && limit >= 0 && limit <= LIMIT_MAX
    ? limit
    : undefined;
};

/** How much somebody lets themselves spend. */
export function LimitSettings() {
  const { t, i18n } = useLingui();
  const submitType = useSubmitType();
  const { state: saving, run } = useSave();
  const { state, reload } = useLoaded('own limit', (signal) => lateApi.getDailyLimit({ signal }));
  const [typed, setTyped] = useState<string>();
  if (state.kind === 'failed')
    return <ErrorBox title={<Trans>Your limits did not load</Trans>} onRetry={reload} />;
  if (state.kind === 'loading') return <output className="skeleton m-4 block h-40" aria-busy="true" />;
  const { daily_limit: limit, used_today: used, pending, can_raise: canRaise } = state.value;
  const text = typed ?? String(limit);
  const wanted = readLimit(text);
  const amount = (tokens: number) =>
    tokens === 0 ? t`no limit` : t`${formatAmount(tokens, i18n.locale)} tokens a day`;
  const save = (daily_limit: number) =>
    run(async () => {
      await lateApi.setDailyLimit({ body: { daily_limit } });
      setTyped(undefined);
      reload();
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted !== undefined) void save(wanted);
  };
  const spent = formatAmount(used, i18n.locale);
  return (
    <SettingsSection
      title={<Trans>Spending</Trans>}
      note={<Trans>A lower limit counts at once, a higher one after 24 hours.</Trans>}
      state={saving}
    >
      <form method="post" className="grid gap-3" noValidate onSubmit={submit}>
        <Field
          label={<Trans>Tokens a day</Trans>}
          hint={<Trans>0 means no limit. {spent} spent today.</Trans>}
          error={
            wanted === undefined ? (
              <Trans>A whole number of tokens, up to 1,000,000; 0 for no limit.</Trans>
            ) : undefined
          }
        >
          <Input
            inputMode="numeric"
            className="num"
            value={text}
            maxLength={7}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <div>
          <Button type={submitType} disabled={wanted === undefined || wanted === limit}>
            <Trans>Set the limit</Trans>
          </Button>
        </div>
      </form>
      {pending && (
        <Notice
          title={<Trans>A higher limit is pending</Trans>}
          action={
            <Button size="small" onClick={() => void save(limit)}>
              <Trans>Keep the current one</Trans>
            </Button>
          }
        >
          {amount(pending.daily_limit)},{' '}
          {i18n.date(pending.from, { dateStyle: 'medium', timeStyle: 'short' })}
        </Notice>
      )}
      {!canRaise && (
        <Notice tone="warn" title={<Trans>Only a lower limit can be set now</Trans>}>
          <Trans>Your documents were not accepted or have expired. Verify your account first.</Trans>
        </Notice>
      )}
    </SettingsSection>
  );
}
