import {
  Avatar,
  Bar,
  Button,
  type ButtonKind,
  Count,
  Icon,
  IconButton,
  LatencyPill,
  LevelMeter,
  LevelShape,
  ROOM_LOOKS,
  StateBadge,
  Steps,
  Tag,
  TokenAmount,
  Tooltip,
  USER_LEVELS,
} from '@klieg/ui';
import { SheetSection } from './sheet-section.tsx';

const KINDS: readonly ButtonKind[] = ['key', 'neutral', 'line', 'text', 'danger', 'private'];
const COLOURS = 'key live private spy ticket n0 n1 n2 n3 line edge ink-3 ink-2 ink'.split(' ');

const StatusBadgesSection = () => (
  <SheetSection title="Status badges">
    <div className="sheet-flow">
      {ROOM_LOOKS.map((look) => (
        <StateBadge key={look} look={look} />
      ))}
      <span className="badge badge-new">New</span>
    </div>
    <p className="small text-ink-2">
      In German: <StateBadge look="spy">Zuschauen möglich</StateBadge>
    </p>
  </SheetSection>
);

const UserLevelsSection = () => (
  <SheetSection title="User levels">
    <div className="sheet-flow">
      {USER_LEVELS.map((level) => (
        <span key={level} className="flex items-center gap-1">
          <LevelShape level={level} />
          {level}
        </span>
      ))}
    </div>
  </SheetSection>
);

const ColourSection = () => (
  <SheetSection title="Color">
    <div className="sheet-swatches">
      {COLOURS.map((name) => (
        <div key={name}>
          <span style={{ background: `var(--${name})` }} />
          <b className="small">{name}</b>
        </div>
      ))}
    </div>
  </SheetSection>
);

const TypeSection = () => (
  <SheetSection title="Type">
    <div className="display">Five sizes only</div>
    <h1>Heading 20, Archivo wide</h1>
    <h2>Section 16, Archivo wide</h2>
    <p>Text 14, Hanken Grotesk. Benachrichtigungseinstellungen.</p>
    <span className="label">Label 12, condensed capitals</span>
    <div className="figure flex gap-4">
      <span>111,111</span>
      <span>888,888</span>
      <span>12:41:07</span>
    </div>
  </SheetSection>
);

const ButtonsSection = () => (
  <SheetSection title="Buttons" wide={2}>
    <div className="sheet-buttons">
      {KINDS.flatMap((kind) => [
        <span key={`${kind} name`} className="label">
          {kind}
        </span>,
        <Button key={`${kind} rest`} kind={kind}>
          Rest
        </Button>,
        <Button key={`${kind} off`} kind={kind} disabled>
          Off
        </Button>,
        <Button key={`${kind} busy`} kind={kind} busy>
          Busy
        </Button>,
      ])}
    </div>
    <div className="sheet-flow">
      <Button kind="key" size="small">
        Small
      </Button>
      <Button kind="key">Default</Button>
      <Button kind="key" size="large">
        Large
      </Button>
      <Button kind="key">
        Tip <TokenAmount amountTokens={60} />
      </Button>
      <Button kind="private" icon="lock-simple-fill">
        Private <TokenAmount amountTokens={60} unit="/min" />
      </Button>
      <Button stacked note={<TokenAmount amountTokens={450} />}>
        Ticket show
      </Button>
      <Button kind="line">Zahlungsbestätigung herunterladen</Button>
    </div>
  </SheetSection>
);

const IconButtonsTagsAvatarsSection = () => (
  <SheetSection title="Icon buttons, tags, avatars">
    <div className="sheet-flow">
      <IconButton icon="heart" label="Follow" />
      <IconButton icon="heart-fill" label="Following" aria-pressed />
      <IconButton icon="bell" label="Notifications" unread />
      <IconButton icon="gear-six" label="Settings" disabled />
      <IconButton icon="x" label="Close" small />
    </div>
    <div className="sheet-flow">
      <Tag>Neutral</Tag>
      <Tag tone="ok" icon="check-bold">
        Settled
      </Tag>
      <Tag tone="warn">Held</Tag>
      <Tag tone="bad">Declined</Tag>
      <Tag tone="info">Wire only</Tag>
      <Count>1,284</Count>
      <Count hot>3</Count>
    </div>
    <div className="sheet-flow">
      <Avatar src={null} name="Ada" size={24} />
      <Avatar src={null} name="Ada" />
      <Avatar src="/missing.jpg" name="Bea" size={40} />
      <Avatar src={null} name="Cosmo" size={48} square />
    </div>
  </SheetSection>
);

const MetersSection = () => (
  <SheetSection title="Meters">
    <div className="flex items-center gap-2">
      <span className="grow text-ink-2">Tip goal</span>
      <TokenAmount amountTokens={4_100} />
    </div>
    <Bar percent={82} label="Tip goal" thick />
    <Bar percent={90} label="Daily limit" warn />
    <LevelMeter levelDb={-18} peakDb={-6} label="Input level" />
    <Steps done={2} total={4} label="Step 2 of 4" />
    <div className="sheet-flow">
      <LatencyPill latencySeconds={0.8} />
      <LatencyPill latencySeconds={3.4} />
      <LatencyPill latencySeconds={8} />
    </div>
  </SheetSection>
);

const AmountsAndTooltipSection = () => (
  <SheetSection title="Amounts and tooltip">
    <div className="sheet-flow">
      <TokenAmount amountTokens={150_000} signed />
      <TokenAmount amountTokens={-761} signed />
      <TokenAmount amountTokens={48_210} strong />
    </div>
    <TokenAmount amountTokens={48_210} className="display" />
    <Tooltip text="0.8 s behind the stage">
      <Button kind="line">
        <Icon name="info" size={16} /> Tooltip
      </Button>
    </Tooltip>
  </SheetSection>
);

/** Badges, levels, colours, type, buttons, meters. */
export function SheetBasics() {
  return (
    <>
      <StatusBadgesSection />
      <UserLevelsSection />
      <ColourSection />
      <TypeSection />
      <ButtonsSection />
      <IconButtonsTagsAvatarsSection />
      <MetersSection />
      <AmountsAndTooltipSection />
    </>
  );
}
