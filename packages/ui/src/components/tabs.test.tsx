import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { TabPanel, Tabs } from './tabs.tsx';

afterEach(cleanup);

function Three() {
  const [value, setValue] = useState('one');
  return (
    <Tabs
      label="Panels"
      value={value}
      onChange={setValue}
      tabs={[
        { value: 'one', text: 'One' },
        { value: 'narrow', text: 'Narrow', className: 'narrow' },
        { value: 'two', text: 'Two' },
      ]}
    >
      <TabPanel value="one">first</TabPanel>
      <TabPanel value="narrow">narrow</TabPanel>
      <TabPanel value="two">second</TabPanel>
    </Tabs>
  );
}

test('arrow keys go round the tabs that this width shows', () => {
  const style = document.createElement('style');
  document.head.append(style);
  render(<Three />);
  const press = () => fireEvent.keyDown(document.activeElement!, { key: 'ArrowRight' });
  screen.getByRole('tab', { name: 'One' }).focus();
  press();
  expect(screen.getByText('narrow')).toBeTruthy();
  press();
  press();
  expect(screen.getByText('first')).toBeTruthy();
  style.textContent = '.narrow { display: none; }';
  press();
  expect(screen.getByText('second')).toBeTruthy();
  press();
  expect(screen.getByText('first')).toBeTruthy();
  style.remove();
});
