import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** Standing of a person in a room; shape and name together, never only colour. */
export type UserLevel =
  | 'guest'
  | 'member'
  | 'has-tokens'
  | 'vip'
  | 'super-vip'
  | 'moderator'
  | 'fan-supporter'
  | 'fan-insider'
  | 'fan-legend'
  | 'model';

const shapes: Record<UserLevel, { readonly name: MessageDescriptor; readonly drawing: ReactNode }> = {
  guest: {
    name: msg`Guest`,
    drawing: <circle cx="7" cy="7" r="4.5" fill="none" strokeWidth="2" style={{ stroke: 'var(--ink-3)' }} />,
  },
  member: { name: msg`Member`, drawing: <circle cx="7" cy="7" r="5" style={{ fill: 'var(--ink-3)' }} /> },
  'has-tokens': {
    name: msg`Has tokens`,
    drawing: <path d="M7 .8 13.2 7 7 13.2.8 7z" style={{ fill: 'var(--spy-text)' }} />,
  },
  vip: { name: msg`VIP`, drawing: <path d="M7 1 13.5 13H.5z" style={{ fill: 'var(--key-mark)' }} /> },
  'super-vip': {
    name: msg`Super VIP`,
    drawing: <path d="M7 0 9 5l5 2-5 2-2 5-2-5-5-2 5-2z" style={{ fill: 'var(--ticket-text)' }} />,
  },
  moderator: {
    name: msg`Moderator`,
    drawing: (
      <path
        d="M1.5 1.5h11V7c0 3.6-2.6 5.4-5.5 6.6C4.1 12.4 1.5 10.6 1.5 7z"
        style={{ fill: 'var(--private-text)' }}
      />
    ),
  },
  'fan-supporter': {
    name: msg`Fan club supporter`,
    drawing: <path d="M1 10h12v3H1z" style={{ fill: 'var(--live-text)' }} />,
  },
  'fan-insider': {
    name: msg`Fan club insider`,
    drawing: <path d="M1 10h12v3H1zM1 5.5h12v3H1z" style={{ fill: 'var(--live-text)' }} />,
  },
  'fan-legend': {
    name: msg`Fan club legend`,
    drawing: <path d="M1 10h12v3H1zM1 5.5h12v3H1zM1 1h12v3H1z" style={{ fill: 'var(--live-text)' }} />,
  },
  model: {
    name: msg`Performer`,
    drawing: (
      <>
        <rect x="1" y="1" width="12" height="12" rx="2" style={{ fill: 'var(--live)' }} />
        <path d="M4 3.5h2v7H4zM7 7l3.5-3.5V6L9.2 7l1.3 1v2.5z" fill="#fff" />
      </>
    ),
  },
};

/** All levels in the order of the component sheet. */
export const USER_LEVELS = Object.keys(shapes) as UserLevel[];

/** The 14 px shape of a level with its accessible name. */
export function LevelShape({ level }: { readonly level: UserLevel }) {
  const { t } = useLingui();
  const name = t(shapes[level].name);
  return (
    <svg className="level-shape" viewBox="0 0 14 14" role="img" aria-label={name}>
      <title>{name}</title>
      {shapes[level].drawing}
    </svg>
  );
}
