import { Button } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { explainError } from '../../shared/errors/explain-error.ts';
import { useSubmitType } from '../../shared/forms/use-submit-type.ts';
import { type LinkRefusal, refusedLink } from './refused-link.ts';

export interface PressLinkProps<T> {
  /** The action of the press. The page itself does nothing, because mail programs open links to scan them. */
  readonly act: () => Promise<T>;
  readonly before: ReactNode;
  readonly label: ReactNode;
  readonly done: (answer: T) => ReactNode;
  readonly refused: (refusal: LinkRefusal) => ReactNode;
}

type State<T> =
  | { readonly kind: 'asking'; readonly error?: string }
  | { readonly kind: 'busy' }
  | { readonly kind: 'done'; readonly answer: T }
  | { readonly kind: 'refused'; readonly refusal: LinkRefusal };

/** The one press that a mailed link asks for, and its result. */
export function PressLink<T>({ act, before, label, done, refused }: PressLinkProps<T>) {
  const { i18n } = useLingui();
  const submitType = useSubmitType();
  const [state, setState] = useState<State<T>>({ kind: 'asking' });
  if (state.kind === 'done') return <div className="form">{done(state.answer)}</div>;
  if (state.kind === 'refused') return <div className="form">{refused(state.refusal)}</div>;
  const press = async () => {
    setState({ kind: 'busy' });
    try {
      setState({ kind: 'done', answer: await act() });
    } catch (failure) {
      const refusal = refusedLink(failure);
      setState(
        refusal ? { kind: 'refused', refusal } : { kind: 'asking', error: explainError(failure, i18n) },
      );
    }
  };
  return (
    <form
      method="post"
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void press();
      }}
    >
      {before}
      {state.kind === 'asking' && state.error && (
        <p className="field-error" role="alert">
          {state.error}
        </p>
      )}
      <Button type={submitType} kind="key" size="large" full busy={state.kind === 'busy'}>
        {label}
      </Button>
    </form>
  );
}
