import type { LedgerRow } from '@klieg/contract';
import { formatMoment } from '@klieg/i18n';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CLUB_LEVELS, KIND_WORDS } from './ledger-words.ts';

/** What it was for: an item, media, a club, the payment refunded; and the comment with it. */
export function PaymentDetail({
  row: { about, comment },
}: {
  readonly row: Pick<LedgerRow, 'about' | 'comment'>;
}) {
  const { t, i18n } = useLingui();
  if (!about) return comment;
  const { label, fan_level: level, count, refund_of: of } = about;
  const more = count - 1;
  return (
    <>
      {of && (
        <>
          <Trans>
            Returned from {t(KIND_WORDS[of.kind])}, {formatMoment(of.at, i18n.locale)}
          </Trans>
          {(label !== null || level !== null) && ': '}
        </>
      )}
      {label}
      {label !== null && more > 0 && (
        <>
          {' '}
          <Plural value={more} one="and # more" other="and # more" />
        </>
      )}
      {level !== null && <Trans>Fan club, {t(CLUB_LEVELS[level])}</Trans>}
      {comment !== null && comment !== '' && (label !== null || level !== null || of) && ' · '}
      {comment}
    </>
  );
}
