import { useEffect, useRef } from 'react';
import { Form, useLocation, useParams, useSearchParams } from 'react-router';
import { SearchField } from '../../features/discovery/suggest/search-field.tsx';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/u.test(target.tagName));

/** Pages whose `q` is this box's search text; on others, such as those of staff, it means something else. */
const OWN_PAGE = /^\/(?:search|multi-filter)(?:\/|$)/u;

/** Search of performers, tags and languages; the slash key goes to it. */
export function SearchBox() {
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const { term = '' } = useParams();
  const given = (OWN_PAGE.test(pathname) && query.get('q')) || term;
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
        <SearchField
          key={`${pathname} ${given}`}
          input={box}
          given={given}
          quiet
          hint={<span className="key-hint">/</span>}
        />
      </Form>
    </search>
  );
}
