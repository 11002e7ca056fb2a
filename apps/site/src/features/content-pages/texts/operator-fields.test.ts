import { expect, test } from 'vitest';
import { operatorFields } from './operator-fields.ts';

test('what the operator has not said is marked as theirs to fill in', () => {
  const none = { company: null, address: null, custodian: null, textsSince: null };
  for (const html of Object.values(operatorFields(none, 'support@klieg.invalid')))
    expect(html).toMatch(/^<mark class="to-fill-in">\[to be filled in by the operator: [\w ]+\]<\/mark>$/);
});

test('what the operator has said is shown as text, never as HTML', () => {
  const operator = { company: 'A & <B>', address: 'Here 1', custodian: 'Cora', textsSince: '2026-12-01' };
  expect(operatorFields(operator, 'help@klieg.example')).toEqual({
    company: 'A &amp; &lt;B&gt;',
    address: 'Here 1',
    custodian: 'Cora',
    since: '2026-12-01',
    contact: '<a class="text-link" href="mailto:help@klieg.example">help@klieg.example</a>',
  });
});
