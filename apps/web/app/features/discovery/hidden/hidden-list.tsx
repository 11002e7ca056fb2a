import { Button, Empty } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { hideModel } from '#app/shared/me/hidden-models.ts';
import { useSwiper } from '#app/shared/me/swiper-state.ts';

/** Everybody whom this browser shows nowhere, each one press from being shown again. */
export function HiddenList() {
  const { t } = useLingui();
  const { hidden } = useSwiper();
  if (hidden.length === 0)
    return (
      <Empty title={<Trans>Nobody is hidden</Trans>}>
        <Trans>Performers you hide in the feed or on a card are listed only here.</Trans>
      </Empty>
    );
  return (
    <ul className="max-h-80 overflow-y-auto">
      {hidden.map((name) => (
        <li key={name} className="list-row">
          <span className="strong min-w-0 grow truncate">{name}</span>
          <Button size="small" aria-label={t`Show ${name} again`} onClick={() => hideModel(name, false)}>
            <Trans>Show again</Trans>
          </Button>
        </li>
      ))}
    </ul>
  );
}
