import type { ProfileChange } from '@klieg/contract';
import { showToast } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { type SaveState, useSave } from '../../shared/settings/use-save.ts';
import type { LoadedControl } from '../../shared/use-loaded.ts';

export type ProfileAnswer = Answer<'getProfile'>;

export interface ProfileSave {
  readonly state: SaveState;
  /** Saves fields and says so; answers whether they were taken. */
  readonly save: (change: ProfileChange) => Promise<boolean>;
}

/** Saves parts of the profile, one section's words for each use. */
export function useProfileSave(show: LoadedControl<ProfileAnswer>['show']): ProfileSave {
  const { t } = useLingui();
  const { state, run } = useSave();
  const save = async (change: ProfileChange): Promise<boolean> => {
    let waits = false;
    const isTaken = await run(async () => {
      const { user } = await lateApi.saveProfile({ body: change });
      const me = meStore.get();
      if (me.kind === 'member') meStore.dispatch({ type: 'loaded', current: { ...me.current, user } });
      const answer = await lateApi.getProfile();
      waits = Object.keys(change).some((key) => key in answer.pending);
      show(answer);
    });
    if (isTaken)
      showToast(
        waits
          ? { content: t`Staff reviews this change before it is shown.`, appearance: 'info' }
          : { content: t`Your profile is saved.`, appearance: 'success' },
      );
    return isTaken;
  };
  return { state, save };
}
