import type { Settings } from '@klieg/contract';
import { Empty } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMember } from '../../shared/me/me-store.ts';
import { useTabInView } from '../../shared/use-tab-in-view.ts';
import { BlockingSettings } from './blocking-settings.tsx';
import { BroadcastSettings } from './broadcast-settings.tsx';
import { ChatSettings } from './chat-settings.tsx';
import { LimitSettings } from './limit-settings.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { PriceSettings } from './price-settings.tsx';
import { PrivateHours } from './private-hours.tsx';
import { PrivacySettings } from './privacy-settings.tsx';
import { type SettingsTab, tabsFor } from './settings-tabs.ts';
import './settings.css';

const NAMES: Readonly<Record<SettingsTab, ReactNode>> = {
  profile: <Trans>Profile</Trans>,
  chat: <Trans>Chat</Trans>,
  privacy: <Trans>Privacy</Trans>,
  notifications: <Trans>Notifications</Trans>,
  security: <Trans>Security</Trans>,
  limits: <Trans>Limits</Trans>,
  email: <Trans>Email</Trans>,
  linked: <Trans>Linked</Trans>,
  broadcast: <Trans>Broadcast</Trans>,
  prices: <Trans>Prices</Trans>,
  blocking: <Trans>Blocking</Trans>,
};

interface PartProps {
  readonly tab: SettingsTab;
  readonly settings: Settings;
  readonly security: ReactNode;
  readonly profile: ReactNode;
  readonly email: ReactNode;
  readonly linked: ReactNode;
}

function Part({ tab, settings, security, profile, email, linked }: PartProps) {
  switch (tab) {
    case 'profile':
      return profile;
    case 'security':
      return security;
    case 'linked':
      return linked;
    case 'chat':
      return <ChatSettings settings={settings} />;
    case 'privacy':
      return <PrivacySettings settings={settings} />;
    case 'notifications':
      return <NotificationSettings settings={settings} />;
    case 'broadcast':
      return <BroadcastSettings settings={settings} />;
    case 'prices':
      return (
        <>
          <PriceSettings settings={settings} />
          <PrivateHours settings={settings} />
        </>
      );
    case 'blocking':
      return <BlockingSettings settings={settings} />;
    case 'limits':
      return <LimitSettings />;
    case 'email':
      return email;
  }
}

/** Placeholders for two sections, in their final places. */
function Waiting() {
  return (
    <div aria-busy="true">
      {[1, 2].map((section) => (
        <div key={section} className="settings-section">
          <div className="settings-words">
            <span className="skeleton h-6 w-40 max-w-full" />
          </div>
          <div className="settings-controls">
            {[1, 2, 3].map((row) => (
              <span key={row} className="skeleton h-9" />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

export interface SettingsPageProps {
  readonly tab: SettingsTab;
  readonly isModel: boolean;
  /** The part about password, address and log-ins, which another feature draws. */
  readonly security: ReactNode;
  /** The part about the person, which another feature draws. */
  readonly profile: ReactNode;
  /** The part about mails, which another feature draws. */
  readonly email: ReactNode;
  /** The part about other accounts of the same person, likewise. */
  readonly linked: ReactNode;
}

/** The settings of an account: every choice saves automatically and says so. */
export function SettingsPage({ tab, isModel, security, profile, email, linked }: SettingsPageProps) {
  const { t } = useLingui();
  const settings = useMember()?.settings;
  const tabs = tabsFor(isModel);
  const nav = useTabInView(tab);
  return (
    <main id="main" className="settings-page">
      <div className="settings-head">
        <h1>
          <Trans>Settings</Trans>
        </h1>
        <span className="small text-ink-2 max-tablet:hidden">
          <Trans>Changes are saved automatically, except where there is a Save button.</Trans>
        </span>
      </div>
      <nav ref={nav} className="tabs settings-tabs" aria-label={t`Settings`}>
        {tabs.map((name) => (
          <Link
            key={name}
            to={`/account/settings/${name}`}
            className="tab"
            aria-current={name === tab ? 'page' : undefined}
          >
            {NAMES[name]}
          </Link>
        ))}
      </nav>
      {!tabs.includes(tab) ? (
        <Empty title={<Trans>This part is for performers</Trans>}>
          <Trans>It is for setting up a room, and your account has none.</Trans>
        </Empty>
      ) : settings ? (
        <Part
          key={tab}
          tab={tab}
          settings={settings}
          security={security}
          profile={profile}
          email={email}
          linked={linked}
        />
      ) : (
        <Waiting />
      )}
    </main>
  );
}
