import { Button, Dialog, Segments, showToast } from '@klieg/ui';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { api } from '#app/shared/api/client.ts';
import { lateApi } from '#app/shared/api/late-client.ts';
import { explainOr } from '#app/shared/errors/explain-error.ts';
import { holdSettings } from '#app/shared/me/held-settings.ts';
import { meStore, useMember } from '#app/shared/me/me-store.ts';
import type { HomeLayout } from './home-layout.ts';
import { choiceOf, chosenOf, type SectionChoice } from './section-choice.ts';
import { SECTION_KEYS } from './section-names.ts';
import { SectionOrder } from './section-order.tsx';
import './custom-home.css';

interface Choice {
  readonly layout: HomeLayout;
  readonly sections: readonly SectionChoice[];
}

/** Keeps the sections of an own home page, then which of the two is shown. @returns what to say @throws CallError */
async function keep({ layout, sections }: Choice, before: HomeLayout): Promise<string | undefined> {
  let message: string | undefined;
  if (layout === 'custom') {
    const answer = await lateApi.keepCustomHome({ body: { sectionList: chosenOf(sections) } });
    message = answer.message;
    meStore.dispatch({ type: 'settings', settings: { home_custom: answer.sectionList } });
  }
  if (layout !== before) {
    const { settings } = await api.saveSettings({ body: { home_layout: layout } });
    meStore.dispatch({ type: 'settings', settings: { home_layout: settings.home_layout } });
  }
  return message;
}

/** Layout of a member's home page: the default, or own sections; closing keeps the current one. */
export default function HomeLayoutModal({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useLingui();
  const settings = useMember()?.settings;
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const before = settings?.home_layout ?? 'classic';
  const [choice, setChoice] = useState<Choice>(() => ({
    layout: before,
    sections: choiceOf(settings?.home_custom ?? SECTION_KEYS, SECTION_KEYS),
  }));
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const release = holdSettings(['home_layout', 'home_custom']);
    try {
      const message = await keep(choice, before);
      showToast({ content: message ?? t`Preference updated.`, appearance: 'success' });
      onClose();
      // Pages of the classic list are the same for everybody.
      if (choice.layout === 'custom' && query.has('p')) void navigate('/');
    } catch (error) {
      setBusy(false);
      showToast({
        content: explainOr(error, msg`An error occurred, please retry.`, i18n),
        appearance: 'error',
      });
    } finally {
      release();
    }
  };
  return (
    <Dialog
      title={<Trans>Your home page</Trans>}
      onClose={onClose}
      foot={
        <>
          <Button kind="text" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <span className="grow" />
          <Button kind="key" busy={isBusy} onClick={() => void save()}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <Segments<HomeLayout>
        full
        label={t`Layout`}
        value={choice.layout}
        onChange={(layout) => setChoice({ ...choice, layout })}
        options={[
          { value: 'classic', text: <Trans>Classic</Trans> },
          { value: 'custom', text: <Trans>Custom</Trans> },
        ]}
      />
      {choice.layout === 'classic' ? (
        <p className="text-ink-2">
          <Trans>All live rooms, best first, with rows of similar rooms.</Trans>
        </p>
      ) : (
        <>
          <p className="text-ink-2">
            <Trans>
              A row for each ticked section, in this order. Drag a section by its dots, or move it with its
              arrows.
            </Trans>
          </p>
          <SectionOrder
            choice={choice.sections}
            onChange={(sections) => setChoice((old) => ({ ...old, sections }))}
          />
        </>
      )}
    </Dialog>
  );
}
