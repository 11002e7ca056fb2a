import {
  Button,
  Checkbox,
  Chip,
  Chips,
  Count,
  DateOfBirth,
  Dialog,
  Empty,
  ErrorBox,
  FactList,
  Field,
  Input,
  Menu,
  MenuItem,
  MenuLine,
  Notice,
  OptionRow,
  Radio,
  Segments,
  Select,
  showToast,
  Switch,
  TabPanel,
  Tabs,
  TextArea,
  TokenAmount,
  TokenGlyph,
} from '@klieg/ui';
import { useId, useState } from 'react';
import { SheetSection } from './sheet-section.tsx';

function Inputs() {
  return (
    <SheetSection title="Inputs" wide={2}>
      <div className="sheet-pair">
        <Field label="Display name" hint="3 to 20 characters">
          <Input placeholder="marlowe_v" />
        </Field>
        <Field label="Promo code" error="At least 3 characters.">
          <Input defaultValue="KL" />
        </Field>
        <Field label="Not editable" hint="Changed by support only">
          <Input defaultValue="marlowe@example.org" disabled />
        </Field>
        <Field label="Private rate" optional>
          <Input
            className="figure"
            defaultValue="125000"
            prefix={
              <span className="tokens">
                <TokenGlyph />
              </span>
            }
            suffix={<span className="small text-ink-3">/min</span>}
          />
        </Field>
        <Field label="Language">
          <Select defaultValue="de">
            <option value="de">Donaudampfschifffahrtsdeutsch</option>
          </Select>
        </Field>
        <DateOfBirth label="Date of birth" hint="Only checked, never shown." onSelect={() => undefined} />
      </div>
      <Field label="Note">
        <TextArea rows={2} defaultValue="that solo was worth the wait" />
      </Field>
    </SheetSection>
  );
}

function Choices() {
  const name = useId();
  const [quality, setQuality] = useState<'1080' | '720' | 'auto'>('1080');
  return (
    <SheetSection title="Choices">
      <div className="sheet-pair">
        <Checkbox>Unchecked</Checkbox>
        <Checkbox defaultChecked>Checked</Checkbox>
        <Checkbox mixed>Mixed</Checkbox>
        <Checkbox disabled>Off</Checkbox>
        <Radio name={name} defaultChecked>
          One
        </Radio>
        <Radio name={name}>Other</Radio>
        <Switch defaultChecked>On</Switch>
        <Switch>Off</Switch>
        <Switch disabled>Disabled</Switch>
      </div>
      <Segments
        label="Quality"
        value={quality}
        onChange={setQuality}
        options={[
          { value: '1080', text: '1080p' },
          { value: '720', text: '720p' },
          { value: 'auto', text: 'Auto' },
        ]}
      />
      <input className="slider" type="range" aria-label="Volume" defaultValue={70} />
    </SheetSection>
  );
}

function TabsAndChips() {
  const [tab, setTab] = useState<'chat' | 'users'>('chat');
  const [isOn, setOn] = useState(true);
  return (
    <SheetSection title="Tabs, chips, menu">
      <Tabs
        value={tab}
        onChange={setTab}
        label="Panels"
        tabs={[
          { value: 'chat', text: 'Chat' },
          {
            value: 'users',
            text: (
              <>
                Users <Count>1,284</Count>
              </>
            ),
          },
        ]}
      >
        <TabPanel value="chat">First panel</TabPanel>
        <TabPanel value="users">Second panel</TabPanel>
      </Tabs>
      <Chips label="Filters">
        <Chip pressed={isOn} onPress={() => setOn(!isOn)}>
          All live <Count>2,418</Count>
        </Chip>
        <Chip pressed={!isOn} onPress={() => setOn(!isOn)}>
          Spy available
        </Chip>
      </Chips>
      <Menu align="start" trigger={<Button icon="dots-three-bold">Menu</Button>}>
        <MenuItem icon="at">Mention</MenuItem>
        <MenuItem icon="chat-circle-text" selected>
          Message
        </MenuItem>
        <MenuItem icon="user-plus" disabled>
          Friend request sent
        </MenuItem>
        <MenuLine />
        <MenuItem icon="speaker-slash" danger>
          Silence for 10 min
        </MenuItem>
      </Menu>
    </SheetSection>
  );
}

function Toasts() {
  return (
    <SheetSection title="Toasts and dialog">
      <div className="sheet-flow">
        {(['success', 'error', 'info', 'warning'] as const).map((appearance) => (
          <Button
            key={appearance}
            onClick={() =>
              showToast({ title: appearance, content: 'One sentence, then what you can do.', appearance })
            }
          >
            {appearance}
          </Button>
        ))}
      </div>
      <DialogSample />
    </SheetSection>
  );
}

function DialogSample() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button kind="line" onClick={() => setOpen(true)}>
        Open the dialog
      </Button>
      {isOpen && (
        <Dialog
          title="End the private?"
          onClose={close}
          foot={
            <>
              <span className="grow" />
              <Button kind="line" onClick={close}>
                Stay
              </Button>
              <Button kind="danger" onClick={close}>
                End private
              </Button>
            </>
          }
        >
          <p>You have been in for 12:41. 18 prepaid seconds return to your balance.</p>
        </Dialog>
      )}
    </>
  );
}

/** Inputs, choices, tabs, toasts, notices, facts, empty places. */
export function SheetControls() {
  const name = useId();
  return (
    <>
      <Inputs />
      <Choices />
      <TabsAndChips />
      <Toasts />
      <SheetSection title="Notices">
        <Notice title="Information">One sentence, then what you can do.</Notice>
        <Notice tone="ok" title="Done">
          Confirmed and kept until closed.
        </Notice>
        <Notice tone="warn" title="Held" action={<Button size="small">Fix</Button>}>
          Something needs you soon.
        </Notice>
        <Notice tone="bad" title="Not sent">
          Three things need a change.
        </Notice>
      </SheetSection>
      <SheetSection title="Options and facts">
        <OptionRow
          name={name}
          icon="lock-simple"
          note="Others may spy, unless you exclude them"
          defaultChecked
          end={<TokenAmount amountTokens={60} unit="/min" />}
        >
          Private
        </OptionRow>
        <OptionRow
          name={name}
          icon="lock-key"
          note="Niemand kann zuschauen, keine Aufzeichnung"
          end={<TokenAmount amountTokens={125_000} />}
        >
          Exclusive
        </OptionRow>
        <FactList
          facts={[
            { label: 'Rate', value: <TokenAmount amountTokens={60} unit="/min" /> },
            { label: 'Held', value: <TokenAmount amountTokens={150_000} /> },
          ]}
        />
      </SheetSection>
      <SheetSection title="Empty, error, skeleton" wide={2}>
        <div className="sheet-pair">
          <Empty title="No rooms match" action={<Button size="small">Drop that filter</Button>}>
            Six rooms match if you drop “Private 30–60”.
          </Empty>
          <ErrorBox title="The list did not load" onRetry={() => undefined} code="E-503">
            We try again in 3 seconds.
          </ErrorBox>
        </div>
        <div className="skeleton h-6" />
      </SheetSection>
    </>
  );
}
