import type { GenderSlug } from '@klieg/contract';
import { Button, ChoiceMenu, Icon } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { SECTIONS } from '../layout/sections.ts';

/** Says whose feed it is, and leads to the feeds of the other sections. */
export function FeedSection({ section }: { readonly section: GenderSlug }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const options = SECTIONS.map(({ slug, name }) => ({ value: slug, text: t(name) }));
  return (
    <ChoiceMenu
      label={t`Section`}
      value={section}
      onChange={(next) => void navigate(`/${next}/feed`)}
      options={options}
      trigger={
        <Button kind="text">
          {options.find(({ value }) => value === section)?.text}
          <Icon name="caret-down" size={16} />
        </Button>
      }
    />
  );
}
