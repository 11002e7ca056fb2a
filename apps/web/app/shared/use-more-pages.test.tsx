import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useMorePages } from './use-more-pages.ts';

interface Ask {
  readonly cursor: string | undefined;
  readonly signal: AbortSignal;
  answer(items: readonly string[], next: string | null): Promise<void>;
  fail(): Promise<void>;
}

/** A list whose pages come when the test says so. */
function makeList() {
  const asks: Ask[] = [];
  const read = (cursor: string | undefined, signal: AbortSignal) =>
    new Promise<{ readonly items: readonly string[]; readonly next_cursor: string | null }>(
      (resolve, reject) => {
        asks.push({
          cursor,
          signal,
          answer: (items, next) => act(async () => resolve({ items, next_cursor: next })),
          fail: () => act(async () => reject(new Error('away'))),
        });
      },
    );
  return { asks, read };
}
type Read = ReturnType<typeof makeList>['read'];

function List({ read }: { readonly read: Read }) {
  const { items, hasFailed, hasMore, isBusy, loadMore, reload, change } = useMorePages(read);
  return (
    <>
      <p data-testid="state">
        {`${items?.join(' ') ?? 'none'}${hasMore ? ', more' : ''}${isBusy ? ', busy' : ''}${hasFailed ? ', failed' : ''}`}
      </p>
      <button onClick={loadMore}>More</button>
      <button onClick={reload}>Again</button>
      <button onClick={() => change(() => [])}>Clear</button>
    </>
  );
}
const state = () => screen.getByTestId('state').textContent;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('each page comes once, however often it is asked for', async () => {
  const { asks, read } = makeList();
  render(<List read={read} />);
  expect(state()).toBe('none, busy');
  await asks[0]!.answer(['a', 'b'], 'after b');
  expect(state()).toBe('a b, more');
  press('More');
  press('More');
  expect(state()).toBe('a b, more, busy');
  // The first of the two is given up.
  expect(asks.slice(1).map(({ cursor, signal }) => [cursor, signal.aborted])).toEqual([
    ['after b', true],
    ['after b', false],
  ]);
  for (const ask of asks.slice(1)) await ask.answer(['c'], null);
  expect(state()).toBe('a b c');
});

test('a page that does not come leaves those before, and is asked for again', async () => {
  const { asks, read } = makeList();
  render(<List read={read} />);
  await asks[0]!.fail();
  expect(state()).toBe('none, failed');
  press('More');
  await asks[1]!.answer(['a'], 'after a');
  press('More');
  await asks[2]!.fail();
  expect(state()).toBe('a, failed');
  press('More');
  expect(asks[3]!.cursor).toBe('after a');
  await asks[3]!.answer(['b'], null);
  expect(state()).toBe('a b');
  press('Clear');
  expect(state()).toBe('');
});

test('another list begins at its own beginning, whatever of the one before is still on the way', async () => {
  const [one, two] = [makeList(), makeList()];
  const { rerender } = render(<List read={one.read} />);
  await one.asks[0]!.answer(['a'], 'after a');
  press('More');
  rerender(<List read={two.read} />);
  expect(two.asks.map(({ cursor }) => cursor)).toEqual([undefined]);
  await one.asks[1]!.answer(['b'], 'after b');
  await two.asks[0]!.answer(['x'], 'after x');
  expect(state()).toBe('x, more');
  press('More');
  expect(two.asks[1]!.cursor).toBe('after x');
  await two.asks[1]!.fail();
  expect(state()).toBe('x, failed');
});

test('read again, a list shows as many pages as before, and what it has until they are there', async () => {
  const { asks, read } = makeList();
  render(<List read={read} />);
  await asks[0]!.answer(['b'], 'after b');
  press('More');
  await asks[1]!.answer(['c'], 'after c');
  press('Again');
  expect(state()).toBe('b c, more');
  await asks[2]!.answer(['a'], 'after a');
  expect(state()).toBe('b c, more');
  expect(asks[3]!.cursor).toBe('after a');
  await asks[3]!.answer(['b'], 'after b');
  expect(state()).toBe('a b, more');
  // One that fails changes nothing.
  press('Again');
  await asks[4]!.fail();
  expect(state()).toBe('a b, more');
  press('Again');
  await asks[5]!.answer(['b'], null);
  expect(state()).toBe('b');
});

test('read again while something is on the way, a list comes after it; a press for more is not lost', async () => {
  const { asks, read } = makeList();
  render(<List read={read} />);
  press('Again');
  press('Again');
  expect(asks).toHaveLength(1);
  await asks[0]!.answer(['b'], 'after b');
  expect(asks).toHaveLength(2);
  press('More');
  expect(asks.slice(1).map(({ cursor, signal }) => [cursor, signal.aborted])).toEqual([
    [undefined, true],
    ['after b', false],
  ]);
  await asks[2]!.answer(['c'], null);
  expect(state()).toBe('b c');
  await asks[3]!.answer(['a'], 'after a');
  await asks[4]!.answer(['b'], 'after b');
  expect(state()).toBe('a b, more');
});
