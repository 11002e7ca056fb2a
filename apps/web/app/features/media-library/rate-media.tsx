import { Icon, showToast } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';

const STARS = [1, 2, 3, 4, 5] as const;

/** One to five stars, by people who may see it; the last press counts. */
export function RateMedia({ id, onRated }: { readonly id: number; readonly onRated: () => void }) {
  const { t, i18n } = useLingui();
  const [stars, setStars] = useState(0);
  const rate = async (given: number) => {
    const before = stars;
    setStars(given);
    try {
      await lateApi.rateMedia({ params: { id: String(id) }, body: { stars: given } });
      onRated();
    } catch (error) {
      setStars(before);
      showToast({ content: explainError(error, i18n), appearance: 'error' });
    }
  };
  return (
    <fieldset className="media-stars">
      <legend className="visually-hidden">{t`Rate it`}</legend>
      {STARS.map((star) => (
        <button
          key={star}
          type="button"
          aria-label={t`${star} of 5 stars`}
          aria-pressed={star === stars}
          onClick={() => void rate(star)}
        >
          <Icon name={star <= stars ? 'star-fill' : 'star'} size={18} />
        </button>
      ))}
    </fieldset>
  );
}
