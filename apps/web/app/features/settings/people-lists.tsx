import { Button, ErrorBox } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { api } from '../../shared/api/client.ts';
import { takeHidden } from '../../shared/me/hidden-models.ts';
import { ignorePerson } from '../../shared/me/ignored.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { useSave } from '../../shared/settings/use-save.ts';

function People(props: {
  readonly names: readonly string[];
  readonly word: ReactNode;
  readonly sayLift: (name: string) => string;
  readonly empty: ReactNode;
  readonly onLift: (name: string) => void;
}) {
  const { names, word, sayLift, empty, onLift } = props;
  if (names.length === 0) return <p className="small text-ink-2">{empty}</p>;
  return (
    <ul className="settings-people">
      {names.map((name) => (
        <li key={name}>
          <span className="grow truncate">{name}</span>
          <Button size="small" aria-label={sayLift(name)} onClick={() => onLift(name)}>
            {word}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** People the caller ignores or hides; each can be removed. */
export function PeopleLists() {
  const { t } = useLingui();
  const ignoring = useSave();
  const hiding = useSave();
  const { state, reload, show } = useLoaded('ignored', (signal) => api.listIgnored({ signal }));
  if (state.kind === 'failed')
    return (
      <ErrorBox title={<Trans>The lists did not load</Trans>} onRetry={reload}>
        <Trans>They still apply.</Trans>
      </ErrorBox>
    );
  if (state.kind === 'loading') return <div className="skeleton m-4 h-40" aria-busy="true" />;
  const { ignored, hidden } = state.value;
  const lift = (name: string) =>
    void ignoring.run(async () => {
      await ignorePerson(name, false);
      show({ hidden, ignored: ignored.filter((other) => other !== name) });
    });
  const unhide = (name: string) =>
    void hiding.run(async () => {
      const answer = await api.hidePerson({ params: { username: name }, body: { hidden: false } });
      takeHidden(answer.hidden);
      show({ ignored, hidden: answer.hidden });
    });
  return (
    <>
      <SettingsSection
        title={<Trans>Ignored people</Trans>}
        note={<Trans>You do not see their lines and messages. They are not told.</Trans>}
        state={ignoring.state}
      >
        <People
          names={ignored}
          word={<Trans>Lift</Trans>}
          sayLift={(name) => t`No longer ignore ${name}`}
          empty={<Trans>You ignore nobody. To ignore someone, open their card in a room.</Trans>}
          onLift={lift}
        />
      </SettingsSection>
      <SettingsSection
        title={<Trans>Hidden performers</Trans>}
        note={<Trans>They are left out of your lists. They are not told.</Trans>}
        state={hiding.state}
      >
        <People
          names={hidden}
          word={<Trans>Show again</Trans>}
          sayLift={(name) => t`Show ${name} again`}
          empty={<Trans>Nobody is hidden.</Trans>}
          onLift={unhide}
        />
      </SettingsSection>
    </>
  );
}
