import { Icon, Input } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Form, useSearchParams } from 'react-router';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/u.test(target.tagName));

/** Search of performers, tags and languages; the slash key goes to it. */
export function SearchBox() {
  const { t } = useLingui();
  const [query] = useSearchParams();
  const box = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      event.preventDefault();
      box.current?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);

  return (
    <search className="search-box max-tablet:hidden">
      <Form action="/search">
        <Input
          ref={box}
          quiet
          name="q"
          type="search"
          label={t`Search`}
          placeholder={t`Performers, tags, languages`}
          defaultValue={query.get('q') ?? ''}
          maxLength={64}
          autoComplete="off"
          prefix={<Icon name="magnifying-glass" size={16} />}
          suffix={<span className="key-hint">/</span>}
        />
      </Form>
    </search>
  );
}
