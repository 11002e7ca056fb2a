import { Button, Empty, Icon, Input } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';
import type { TagFilter } from './use-tag-filter.ts';
import './tags.css';

/** Sections with a tag page of their own, preceded by the index of all. */
export function TagSections() {
  const { t } = useLingui();
  const places = [
    ['/tags', t`All`],
    ['/tags/girls', t`Girls`],
    ['/tags/men', t`Men`],
    ['/tags/trans', t`Trans`],
    ['/tags/couples', t`Couples`],
  ] as const;
  return (
    <nav className="chips mb-3" aria-label={t`Sections`}>
      {places.map(([to, name]) => (
        <NavLink key={to} className="chip" to={to} end>
          {name}
        </NavLink>
      ))}
    </nav>
  );
}

/** Finds a tag of the page as one types; says how many are left. */
export function TagField({ filter: { words, found, setWords } }: { readonly filter: TagFilter }) {
  const { t } = useLingui();
  return (
    <>
      <Input
        type="search"
        className="tag-field"
        label={t`Find a tag`}
        placeholder={t`Find a tag`}
        autoComplete="off"
        maxLength={32}
        prefix={<Icon name="magnifying-glass" size={16} />}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <output className="visually-hidden">
        {words && <Plural value={found.length} one="# tag" other="# tags" />}
      </output>
    </>
  );
}

/** No tag on the page matches the text. */
export function NoTagFound({ filter: { words, setWords } }: { readonly filter: TagFilter }) {
  return (
    <Empty
      title={<Trans>No tag here contains “{words}”</Trans>}
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => setWords('')}>
            <Trans>Show all tags</Trans>
          </Button>
          <Link className="button button-small button-text" to={`/search?q=${encodeURIComponent(words)}`}>
            <Trans>Search all rooms for it</Trans>
          </Link>
        </span>
      }
    >
      <Trans>Search also finds performers and languages.</Trans>
    </Empty>
  );
}

/** Nobody has a tag, at all or in a section. */
export function NoTags({ children }: { readonly children: ReactNode }) {
  return (
    <Empty
      title={<Trans>No tags here yet</Trans>}
      action={
        <Link className="button button-small" to="/">
          <Trans>See who is live</Trans>
        </Link>
      }
    >
      {children}
    </Empty>
  );
}
