import type { DeskComplaintWhole } from '@klieg/contract';
import { Button, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ITEM_STATE_WORDS, ITEM_WORDS } from './complaint-words.ts';

type Item = DeskComplaintWhole['items'][number];

/** One item; its file is shown only on a press, since each look is logged and nobody should see it unasked. */
function ItemLine({ item }: { readonly item: Item }) {
  const { t } = useLingui();
  const [isShown, setShown] = useState(false);
  const name = t(ITEM_WORDS[item.kind]);
  return (
    <li className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 grow truncate">
          {name}
          {item.owner !== null && (
            <>
              {' · '}
              <a href={`/${item.owner}`}>{item.owner}</a>
            </>
          )}
        </span>
        {item.is_copy && (
          <Tag>
            <Trans>Copy</Trans>
          </Tag>
        )}
        {item.url !== null && (
          <Tag tone={item.state === 'removed' || item.state === 'quarantined' ? 'bad' : 'neutral'}>
            {t(ITEM_STATE_WORDS[item.state])}
          </Tag>
        )}
        {item.url !== null && (
          <Button kind="text" size="small" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? <Trans>Hide</Trans> : <Trans>Look at it</Trans>}
          </Button>
        )}
      </div>
      {isShown &&
        item.url !== null &&
        (item.kind === 'recording' ? (
          <video className="mod-still" src={item.url} controls muted aria-label={name} />
        ) : (
          <img className="mod-still" src={item.url} alt={name} />
        ))}
    </li>
  );
}

/** What a complaint is about, as far as this site has it. */
export function ComplaintItems({ items }: { readonly items: readonly Item[] }) {
  return (
    <>
      <h3 className="mod-head">
        <Trans>What it is about</Trans>
      </h3>
      {items.length === 0 ? (
        <p className="small text-ink-2">
          <Trans>
            Nothing stored here was found at these addresses. If needed, end a stream or suspend an account
            first, then decide here.
          </Trans>
        </p>
      ) : (
        <ul className="grid gap-2">
          {items.map((item) => (
            <ItemLine key={item.id} item={item} />
          ))}
        </ul>
      )}
    </>
  );
}
