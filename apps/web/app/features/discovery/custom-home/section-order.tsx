import type { HomeSection } from '@klieg/contract';
import { Checkbox, Icon, IconButton, joinClasses } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { isLast, moveSection, placeAt, type SectionChoice, switchSection } from './section-choice.ts';
import { SECTION_NAMES } from './section-names.ts';

type Direction = 'up' | 'down';

/** A row that is moved in the document loses its focus: restores it after the move. */
function useFocusAfterMove(list: RefObject<HTMLElement | null>) {
  const wanted = useRef<{ readonly key: HomeSection; readonly direction: Direction }>(null);
  useLayoutEffect(() => {
    const now = wanted.current;
    if (!now) return;
    wanted.current = null;
    list.current?.querySelector<HTMLElement>(`[data-move="${now.key} ${now.direction}"]`)?.focus();
  });
  return (key: HomeSection, direction: Direction) => {
    wanted.current = { key, direction };
  };
}

interface RowProps {
  readonly section: SectionChoice;
  readonly place: number;
  readonly count: number;
  readonly isOnly: boolean;
  readonly isDragged: boolean;
  readonly onSwitch: () => void;
  readonly onMove: (direction: Direction) => void;
  readonly onGrab: (event: React.PointerEvent) => void;
}

function SectionRow({
  section: { key, isOn },
  place,
  count,
  isOnly,
  isDragged,
  onSwitch,
  onMove,
  onGrab,
}: RowProps) {
  const { t } = useLingui();
  const name = t(SECTION_NAMES[key]);
  const mover = (direction: Direction, isEnd: boolean) => (
    <IconButton
      icon={direction === 'up' ? 'caret-up' : 'caret-down'}
      label={direction === 'up' ? t`Move ${name} up` : t`Move ${name} down`}
      data-move={`${key} ${direction}`}
      // It keeps the focus at the end of the list, where it is inactive.
      aria-disabled={isEnd || undefined}
      className={isEnd ? 'opacity-40' : ''}
      onClick={() => !isEnd && onMove(direction)}
    />
  );
  return (
    <li className={joinClasses('section-choice', isDragged && 'is-dragged')}>
      {/* By keyboard and by single presses the two buttons do the same. */}
      <span className="section-grip" aria-hidden="true" onPointerDown={onGrab}>
        <Icon name="dots-six-vertical" />
      </span>
      <Checkbox className="min-w-0 flex-1" checked={isOn} disabled={isOnly} onChange={onSwitch}>
        {name}
      </Checkbox>
      {mover('up', place === 0)}
      {mover('down', place === count - 1)}
    </li>
  );
}

export interface SectionOrderProps {
  readonly choice: readonly SectionChoice[];
  readonly onChange: (choice: readonly SectionChoice[]) => void;
}

/** All sections of an own home page: visibility and order, by dragging or by buttons. */
export function SectionOrder({ choice, onChange }: SectionOrderProps) {
  const { t } = useLingui();
  const list = useRef<HTMLOListElement>(null);
  const focusAfterMove = useFocusAfterMove(list);
  const [dragged, setDragged] = useState<HomeSection>();
  const [said, say] = useState('');
  const placeOf = (key: HomeSection) => choice.findIndex((one) => one.key === key);
  const move = (key: HomeSection, to: number) => {
    onChange(moveSection(choice, key, to));
    const [name, place, count] = [t(SECTION_NAMES[key]), to + 1, choice.length];
    say(t`${name}: place ${place} of ${count}`);
  };
  const drag = (event: React.PointerEvent) => {
    if (!dragged || !list.current) return;
    const middles = [...list.current.children]
      .filter((_row, at) => choice[at]!.key !== dragged)
      .map((row) => row.getBoundingClientRect())
      .map(({ top, height }) => top + height / 2);
    const to = placeAt(event.clientY, middles);
    if (to !== placeOf(dragged)) move(dragged, to);
  };
  const drop = () => setDragged(undefined);
  return (
    <>
      <ol
        ref={list}
        className="section-choices"
        aria-label={t`Sections in order`}
        onPointerMove={drag}
        onPointerUp={drop}
        onPointerCancel={drop}
      >
        {choice.map((section, place) => (
          <SectionRow
            key={section.key}
            section={section}
            place={place}
            count={choice.length}
            isOnly={isLast(choice, section.key)}
            isDragged={dragged === section.key}
            onSwitch={() => onChange(switchSection(choice, section.key))}
            onMove={(direction) => {
              focusAfterMove(section.key, direction);
              move(section.key, place + (direction === 'up' ? -1 : 1));
            }}
            onGrab={(event) => {
              if (event.button !== 0) return;
              event.preventDefault();
              // The list keeps the pointer: a row is moved in the document, and would lose it.
              list.current?.setPointerCapture(event.pointerId);
              setDragged(section.key);
            }}
          />
        ))}
      </ol>
      <output className="visually-hidden">{said}</output>
    </>
  );
}
