import { TabPanel, Tabs } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import { useEmoticons } from '../../features/room-chat/composer/use-emoticons.ts';
import { EmoticonsContext } from '../../shared/emoticons/emoticon-text.ts';
import { RoomSlot, type RoomView } from '../../shared/room-module/room-slot.tsx';

/** The panels beside the picture. */
export function SideTabs({ view }: { readonly view: RoomView }) {
  const { t } = useLingui();
  const emoticons = useEmoticons(view.room);
  // A press changes which panel is shown, not what they hold.
  const tabs = useMemo(() => view.tabs(), [view]);
  const [chosen, setChosen] = useState<string>();
  const shown = tabs.find(({ id }) => id === chosen) ?? tabs[0];
  return (
    <EmoticonsContext value={emoticons}>
      <Tabs
        value={shown?.id ?? ''}
        onChange={setChosen}
        label={t`Room panels`}
        className="chat-panel"
        end={<RoomSlot name="side.tools" />}
        tabs={tabs.map(({ id, title, tabClassName }) => ({
          value: id,
          text: title,
          className: tabClassName,
        }))}
      >
        {tabs.map(({ id, keep, className, panel }) => (
          <TabPanel key={id} value={id} keep={keep} className={className}>
            {panel}
          </TabPanel>
        ))}
      </Tabs>
    </EmoticonsContext>
  );
}
