import type { AgeRelease } from '@klieg/contract';
import { diffRules, type RuleChange } from '@klieg/contract/features/age-check/rules';
import { Field, HeadCell, Select, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { placeName } from './place-words.ts';

function KindTag({ kind }: Pick<RuleChange, 'kind'>) {
  if (kind === 'added')
    return (
      <Tag tone="ok">
        <Trans>Added</Trans>
      </Tag>
    );
  return kind === 'removed' ? (
    <Tag tone="bad">
      <Trans>Removed</Trans>
    </Tag>
  ) : (
    <Tag tone="warn">
      <Trans>Changed</Trans>
    </Tag>
  );
}

function Changes({ changes }: { readonly changes: readonly RuleChange[] }) {
  const { i18n } = useLingui();
  if (changes.length === 0)
    return (
      <p className="text-ink-2">
        <Trans>Both are the same.</Trans>
      </p>
    );
  return (
    <div className="desk-scroll">
      <table className="data-table">
        <thead>
          <tr>
            <HeadCell>
              <Trans>Place</Trans>
            </HeadCell>
            <HeadCell>
              <Trans>Rule</Trans>
            </HeadCell>
            <HeadCell>
              <Trans>Difference</Trans>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ place, kind, fields }) => (
            <tr key={place}>
              <td>
                {placeName(place, i18n.locale)} <span className="text-ink-2">{place}</span>
              </td>
              <td>
                <KindTag kind={kind} />
              </td>
              <td>{fields.join(', ') || '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What the release in use changes of an earlier one that this site has run by. */
export function ReleaseDiff({ releases: [now, ...earlier] }: { readonly releases: readonly AgeRelease[] }) {
  const { t } = useLingui();
  const [number, setNumber] = useState(earlier[0]?.number);
  const before = earlier.find((one) => one.number === number);
  return (
    <section className="grid gap-3 p-4">
      <h2>
        <Trans>What has changed</Trans>
      </h2>
      {!now || !before ? (
        <p className="text-ink-2">
          <Trans>This site has used only one release.</Trans>
        </p>
      ) : (
        <>
          <Field label={<Trans>Since release</Trans>}>
            <Select value={String(before.number)} onChange={({ target }) => setNumber(Number(target.value))}>
              {earlier.map((one) => (
                <option key={one.number} value={one.number}>
                  {t`${one.number}, signed ${one.published}`}
                </option>
              ))}
            </Select>
          </Field>
          <Changes changes={diffRules(before.rules, now.rules)} />
        </>
      )}
    </section>
  );
}
