import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderUi } from '../testing/render-ui.tsx';
import { Menu, MenuItem } from './menu.tsx';

afterEach(cleanup);

test('Home and End go to the ends of a menu, arrow keys from one to the next', async () => {
  renderUi(
    <Menu trigger={<button type="button">More</button>}>
      {['Banners', 'Press', 'Documents'].map((name) => (
        <MenuItem key={name} asLink>
          <a className="menu-item" href={`/${name}`}>
            {name}
          </a>
        </MenuItem>
      ))}
    </Menu>,
  );
  const button = screen.getByRole('button', { name: 'More' });
  button.focus();
  fireEvent.keyDown(button, { key: 'Enter' });
  const focused = () => document.activeElement?.textContent;
  await waitFor(() => expect(focused()).toBe('Banners'));
  for (const [key, name] of [
    ['End', 'Documents'],
    ['ArrowUp', 'Press'],
    ['Home', 'Banners'],
    ['ArrowDown', 'Press'],
  ] as const) {
    fireEvent.keyDown(document.activeElement!, { key });
    await waitFor(() => expect(focused(), key).toBe(name));
  }
});
