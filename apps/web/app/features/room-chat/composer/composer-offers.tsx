import { useLingui } from '@lingui/react/macro';
import { CompletionList } from '#app/shared/completion/completion-list.tsx';
import type { Completion } from '#app/shared/completion/use-completion.ts';
import { EmoticonOffers } from '#app/shared/emoticons/emoticon-offers.tsx';

export interface ComposerOffersProps {
  readonly id: string;
  /** Matching commands, for reading only. */
  readonly commands: readonly string[];
  /** Suggestions to insert: people after an @, emoticons after a colon; undefined for none. */
  readonly offering: { readonly kind: 'people' | 'emoticons'; readonly completion: Completion } | undefined;
}

/** Suggestions for the input, above the field. */
export default function ComposerOffers({ id, commands, offering }: ComposerOffersProps) {
  const { t } = useLingui();
  return (
    <>
      {commands.length > 0 && (
        <output className="mention-list small" aria-label={t`Commands`}>
          {commands.map((command) => (
            <span key={command} className="block px-2 py-1">
              {command}
            </span>
          ))}
        </output>
      )}
      {offering?.kind === 'people' && (
        <CompletionList
          id={id}
          label={t`People to mention`}
          completion={offering.completion}
          show={(name) => `@${name}`}
        />
      )}
      {offering?.kind === 'emoticons' && <EmoticonOffers id={id} completion={offering.completion} />}
    </>
  );
}
