import type { GenderSlug } from '@klieg/contract';
import { buttonClass } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { forgetSection } from '../../shared/section.ts';
import { SECTIONS } from '../layout/sections.ts';

/** Says that the home page shows only one section, with a link to all of them. */
export function ChosenSection({ section }: { readonly section: GenderSlug }) {
  const { t } = useLingui();
  const name = t(SECTIONS.find(({ slug }) => slug === section)!.name);
  return (
    <p className="mb-2 flex flex-wrap items-center gap-2 text-ink-2">
      <Trans>Your section: {name}</Trans>
      <Link
        className={buttonClass({ kind: 'line', size: 'small' })}
        to="/?gender-hide="
        onClick={forgetSection}
      >
        <Trans>Show all sections</Trans>
      </Link>
    </p>
  );
}
