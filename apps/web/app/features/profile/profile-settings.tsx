import { ErrorBox, joinClasses } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { lateApi } from '../../shared/api/late-client.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { AvatarSection } from './avatar-section.tsx';
import { LooksSection, PlaceSection, WordsSection } from './bio-sections.tsx';
import { HoursSection } from './hours-section.tsx';
import { MemberFields } from './member-fields.tsx';
import { SocialSection } from './social-section.tsx';
import { type ProfileAnswer, useProfileSave } from './use-profile.ts';
import './profile.css';

/** Fields for everybody: in one column on phones, two elsewhere. */
const SKELETONS = [1, 2, 3, 4, 5, 6] as const;
const SKELETONS_BESIDE = 3;

function Sections({
  answer,
  show,
  reload,
}: {
  readonly answer: ProfileAnswer;
  readonly show: (answer: ProfileAnswer) => void;
  readonly reload: () => void;
}) {
  const isModel = useMember()?.user.type === 'model';
  const { state, save } = useProfileSave(show);
  const waiting = answer.pending['avatar'];
  return (
    <>
      <AvatarSection
        waitingUrl={typeof waiting === 'string' ? waiting : undefined}
        onChanged={reload}
        state={state}
      >
        <MemberFields answer={answer} save={save} />
      </AvatarSection>
      {isModel && (
        <>
          <WordsSection answer={answer} show={show} />
          <LooksSection answer={answer} show={show} />
          <PlaceSection answer={answer} show={show} />
          <HoursSection answer={answer} show={show} />
          <SocialSection answer={answer} show={show} />
        </>
      )}
    </>
  );
}

/** What somebody says and shows of themselves. */
export function ProfileSettings() {
  const isModel = useMember()?.user.type === 'model';
  const { state, reload, show } = useLoaded('profile', (signal) => lateApi.getProfile({ signal }));
  if (state.kind === 'failed')
    return <ErrorBox title={<Trans>Your profile did not load</Trans>} onRetry={reload} />;
  if (state.kind === 'loading')
    return (
      <div aria-busy="true" className={joinClasses('settings-section', isModel && 'min-h-dvh')}>
        <div className="settings-words">
          <span className="skeleton h-6 w-40 max-w-full" />
        </div>
        <div className="settings-controls">
          <span className="skeleton h-[72px]" />
          {SKELETONS.map((row) => (
            <span
              key={row}
              className={joinClasses('skeleton h-14', row > SKELETONS_BESIDE && 'tablet:hidden')}
            />
          ))}
        </div>
      </div>
    );
  return <Sections answer={state.value} show={show} reload={reload} />;
}
