import {
  CardPicture,
  CardSkeleton,
  CardStrip,
  LowerThird,
  ROOM_LOOKS,
  Tag,
  TokenAmount,
  HeadCell,
} from '@klieg/ui';
import { ChatLine } from '../../features/room-chat/lines/chat-line.tsx';
import type { ChatEntry } from '../../features/room-chat/state/chat-entry.ts';
import { readPerson } from '../../features/room-chat/people/person.ts';
import { SheetSection } from './sheet-section.tsx';

const tip = (amountTokens: number, sender: string, comment: string): ChatEntry => ({
  kind: 'tip',
  id: String(amountTokens),
  at: 0,
  amountTokens,
  sender,
  comment,
});
const text = (
  id: string,
  fields: Record<string, unknown>,
  line: string,
  isHighlighted = false,
): ChatEntry => ({
  kind: 'text',
  id,
  at: 0,
  person: readPerson(fields),
  text: line,
  isHighlighted,
});

const LINES: readonly ChatEntry[] = [
  text('a', { username: 'mattias_r', has_tokens: true }, 'the sound is great tonight'),
  text('b', { username: 'Marlowe', is_model: true }, 'found it in Lisbon'),
  text('c', { username: 'guest_48213', is_guest: true }, 'what is the record?'),
  tip(15, 'otter_lamp', '1 to 24: a line'),
  tip(60, 'pilar.v', '25 to 99: a surface'),
  tip(250, 'elena_k', '100 to 499: a wash'),
  tip(125_000, 'niko_87', '500 and up: the key light'),
  { kind: 'moderation', id: 'm', at: 0, action: 'silence' },
  text('d', { username: 'quietstorm', fan_level: 'legend' }, 'three years today', true),
];

/** Chat lines, tables, cards, the lower third. */
export function SheetContent() {
  return (
    <>
      <SheetSection title="Chat messages">
        <div className="messages">
          {LINES.map((entry) => (
            <ChatLine key={entry.id} entry={entry} onPerson={() => undefined} own="mattias_r" />
          ))}
        </div>
      </SheetSection>
      <SheetSection title="Table">
        <table className="data-table">
          <thead>
            <tr>
              <HeadCell>Kind</HeadCell>
              <HeadCell>State</HeadCell>
              <HeadCell end>Tokens</HeadCell>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>Purchase</td>
              <td>
                <Tag tone="ok">Settled</Tag>
              </td>
              <td className="is-end">
                <TokenAmount amountTokens={150_000} signed />
              </td>
            </tr>
            <tr aria-selected>
              <td>Private</td>
              <td>
                <Tag tone="warn">Held</Tag>
              </td>
              <td className="is-end">
                <TokenAmount amountTokens={-761} signed />
              </td>
            </tr>
          </tbody>
        </table>
      </SheetSection>
      <SheetSection title="Lower third">
        <div className="player">
          <LowerThird amount="1,000" title="niko_87" note="that solo was worth the wait" />
        </div>
      </SheetSection>
      <SheetSection title="Live card, every state" wide={3}>
        <div className="card-grid">
          {ROOM_LOOKS.map((look) => (
            <article key={look} className="card">
              <CardPicture look={look} src={null} {...(look === 'live' && { soundPercent: 62 })} />
              <CardStrip look={look} name="Wilhelmina Ostermann-Friedrichs" language="DE">
                <span className="strip-tags">Gesellschaftsspiele</span>
                <span className="strip-price">
                  <TokenAmount amountTokens={125} unit="/min" />
                </span>
              </CardStrip>
            </article>
          ))}
          <CardSkeleton />
        </div>
      </SheetSection>
    </>
  );
}
