import { Icon, Tag } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import type { SaveState } from './use-save.ts';
import './settings-section.css';

function SaveWord({ state }: { readonly state: SaveState }) {
  switch (state.kind) {
    case 'idle':
      return null;
    case 'saving':
      return (
        <Tag>
          <Trans>Saving</Trans>
        </Tag>
      );
    case 'saved':
      return (
        <Tag tone="ok">
          <Trans>Saved</Trans>
        </Tag>
      );
    case 'failed':
      return (
        <>
          <Tag tone="bad">
            <Trans>Not saved</Trans>
          </Tag>
          <span className="field-error">
            <Icon name="warning-circle-fill" size={14} />
            <span>{state.text}</span>
          </span>
        </>
      );
  }
}

export interface SettingsSectionProps {
  readonly title: ReactNode;
  readonly note?: ReactNode;
  readonly state: SaveState;
  readonly children: ReactNode;
}

/** One subject of the settings: what it is and whether it is saved on the left, its controls on the right. */
export function SettingsSection({ title, note, state, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section className="settings-section" aria-labelledby={id}>
      <div className="settings-words">
        <h2 id={id}>{title}</h2>
        {note && <p className="small text-ink-2">{note}</p>}
        {/* Exists before it has text, so that screen readers announce it, and keeps its line. */}
        <output className="settings-state">
          <SaveWord state={state} />
        </output>
      </div>
      <div className="settings-controls">{children}</div>
    </section>
  );
}
