import type { GenderSlug } from '@klieg/contract';
import { Button, Empty, ErrorBox } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Answer } from '#app/shared/api/answers.ts';
import { lateApi } from '#app/shared/api/late-client.ts';
import { useMember } from '#app/shared/me/me-store.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';
import { othersOf } from '#app/shared/section.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';
import { RowOfRooms } from '../home/room-row.tsx';
import { useWatchRooms } from '../cards/use-room-status.ts';
import { SECTION_NAMES } from './section-names.ts';

type Section = Answer<'readCustomHome'>['sections'][number];

function NobodyInSections() {
  return (
    <Empty
      title={<Trans>Nobody is in your sections now</Trans>}
      action={
        <Button size="small" onClick={() => openModal('home-layout', {})}>
          <Trans>Choose sections</Trans>
        </Button>
      }
    >
      <Trans>Choose more sections, or follow performers: they are listed in My Favs & History.</Trans>
    </Empty>
  );
}

function Sections({ sections }: { readonly sections: readonly Section[] }) {
  const { t } = useLingui();
  useWatchRooms([...new Set(sections.flatMap(({ list }) => list.map(({ username }) => username)))]);
  if (sections.length === 0) return <NobodyInSections />;
  return sections.map(({ key, title, url, total, list, value }, position) => (
    <RowOfRooms
      key={key}
      row={{ key, title, url, total, cards: list }}
      // A title such as "English" does not say what it is about.
      note={value !== null && t(SECTION_NAMES[key])}
      eager={position === 0}
    />
  ));
}

export interface CustomHomeProps {
  /** Only this section; absent: all. */
  readonly section?: GenderSlug | undefined;
  /** Shown until the sections have loaded. */
  readonly waiting: ReactNode;
}

/** One attempt to read the sections; read again where the member chooses others, here or in another window. */
function LoadedSections({ section, waiting, onRetry }: CustomHomeProps & { readonly onRetry: () => void }) {
  const chosen = useMember()?.settings.home_custom.join(' ');
  const { state, reload } = useLoaded('', (signal) =>
    lateApi.readCustomHome({
      ...(section && { query: { 'gender-hide': othersOf(section).join(',') } }),
      signal,
    }),
  );
  const before = useRef(chosen);
  useEffect(() => {
    // The visitor becomes known only after the first request, whose answer already considers it.
    if (before.current !== undefined && before.current !== chosen) reload();
    before.current = chosen;
  }, [chosen, reload]);
  switch (state.kind) {
    case 'loading':
      return waiting;
    case 'ready':
      return <Sections sections={state.value.sections} />;
    case 'failed':
      return (
        <ErrorBox title={<Trans>Your home page did not load</Trans>} onRetry={onRetry}>
          <Trans>Your sections are saved. All live rooms are one click away, above.</Trans>
        </ErrorBox>
      );
  }
}

/** The sections that a member has chosen for the home page, in their order (HOME-018). */
export default function CustomHome({ section, waiting }: CustomHomeProps) {
  const [attempt, setAttempt] = useState(0);
  return (
    <LoadedSections
      key={attempt}
      section={section}
      waiting={waiting}
      onRetry={() => setAttempt(attempt + 1)}
    />
  );
}
