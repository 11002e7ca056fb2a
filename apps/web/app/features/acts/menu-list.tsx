import { TokenAmount } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { MenuItem } from './menu-state.ts';
import './acts.css';

const SHOWN = 8;

/** The tip menu outside of its room, to be read; it is bought from in the room. */
export function MenuList({
  username,
  items,
}: {
  readonly username: string;
  readonly items: readonly MenuItem[];
}) {
  const count = items.length;
  return (
    <section className="module">
      <div className="module-head">
        <h2 className="label grow">
          <Trans>Tip menu</Trans>
        </h2>
        <Link className="module-more" to={`/${username}`}>
          {count > SHOWN ? <Trans>All {count}</Trans> : <Trans>In the room</Trans>}
        </Link>
      </div>
      <ul className="menu-list">
        {items.slice(0, SHOWN).map(({ id, label, tokens }) => (
          <li key={id}>
            <span>{label}</span>
            <TokenAmount amountTokens={tokens} strong />
          </li>
        ))}
      </ul>
    </section>
  );
}
