import { createContext, type ReactNode, useContext } from 'react';
import type { DrawnTab } from './module-set.tsx';
import type { SlotName, SlotProps } from './room-module.ts';

/** What the room page draws with now; undefined where no room is open. */
export interface RoomView extends Omit<SlotProps, 'part'> {
  readonly draw: (slot: SlotName) => ReactNode;
  readonly tabs: () => readonly DrawnTab[];
}

/** The open room around this content. */
export const RoomViewContext = createContext<RoomView | undefined>(undefined);

/** The place of modules: what the list of modules puts there, in its order. */
export const RoomSlot = ({ name }: { readonly name: SlotName }): ReactNode =>
  useContext(RoomViewContext)?.draw(name);
