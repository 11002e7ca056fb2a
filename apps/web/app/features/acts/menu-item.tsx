import { TokenAmount } from '@klieg/ui';
import type { MenuItem as Item } from './menu-state.ts';

/** One thing on the menu, with its price. */
export function MenuItem({
  item,
  isClosed,
  onChoose,
}: {
  readonly item: Item;
  readonly isClosed: boolean;
  readonly onChoose: (item: Item) => void;
}) {
  return (
    <button type="button" className="tip-item" disabled={isClosed} onClick={() => onChoose(item)}>
      <span className="menu-label">{item.label}</span>
      <TokenAmount amountTokens={item.tokens} strong />
    </button>
  );
}
