import { DAILY_PURCHASE_CENTS } from '@klieg/contract/features/billing/limits';
import { formatMoney } from '@klieg/i18n';
import { Bar, Button, Dialog } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMember } from '#app/shared/me/me-store.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';
import { useVerifyPath } from '#app/shared/site.ts';
import { useDailyLimit } from './use-daily-limit.ts';

/** The site's daily limit: how much is used, when it resets, and what raises it (ERRORS-004). */
export default function DailyLimitVerifyModal({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useLingui();
  const verifyAt = useVerifyPath();
  const isVerified = useMember()?.user.identity_confirmed === 1;
  const { limit } = useDailyLimit();
  const used = formatMoney(limit?.purchase_used_cents ?? 0, 'USD', i18n.locale);
  const most = formatMoney(limit?.purchase_limit_cents ?? 0, 'USD', i18n.locale);
  const verified = formatMoney(DAILY_PURCHASE_CENTS.verified, 'USD', i18n.locale);
  return (
    <Dialog
      title={<Trans>Daily limit reached</Trans>}
      onClose={onClose}
      foot={
        <>
          <Button kind="line" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <span className="grow max-tablet:hidden" />
          <Button
            kind="key"
            onClick={() =>
              isVerified
                ? openModal('contact-support', { topic: 'other' })
                : location.assign(`${verifyAt}?type=daily_limit`)
            }
          >
            {isVerified ? <Trans>Ask support to raise it</Trans> : <Trans>Get verified</Trans>}
          </Button>
        </>
      }
    >
      <p>
        <Trans>Nothing was charged. The limit starts again at midnight UTC.</Trans>
      </p>
      {limit && (
        <div className="grid gap-1">
          <div className="flex items-center gap-2">
            <span className="grow">
              <Trans>Bought today</Trans>
            </span>
            <span className="figure text-ink-2">
              <Trans>
                {used} of {most}
              </Trans>
            </span>
          </div>
          <Bar
            percent={(limit.purchase_used_cents / Math.max(1, limit.purchase_limit_cents)) * 100}
            label={t`Bought today`}
          />
        </div>
      )}
      <p className="small text-ink-2">
        {isVerified ? (
          <Trans>Orders still open at a biller count too, until they are closed.</Trans>
        ) : (
          <Trans>
            Orders still open at a biller count too. Verified accounts can buy up to {verified} a day.
          </Trans>
        )}
      </p>
    </Dialog>
  );
}
