import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { makeParentBus, type ParentChannel } from './parent-bus.ts';

function setup(more: Partial<ParentChannel> = {}) {
  const sent: unknown[] = [];
  const events = new EventEmitter();
  const channel: ParentChannel = {
    connected: true,
    send: (message) => sent.push(message) > 0,
    on: (event, listener) => events.on(event, listener),
    off: (event, listener) => events.off(event, listener),
    ...more,
  };
  return {
    sent,
    fromParent: (message: unknown) => events.emit('message', message),
    bus: makeParentBus(channel),
  };
}

test('what is published goes to the parent and to own subscribers, once each', () => {
  const { bus, sent } = setup();
  const heard: unknown[] = [];
  bus.subscribe('media.facts', (message) => heard.push(message));
  bus.publish('media.facts', { kind: 'alive' });
  expect(sent).toEqual([{ bus: 'publish', subject: 'media.facts', message: { kind: 'alive' } }]);
  expect(heard).toEqual([{ kind: 'alive' }]);
});

test('what the parent sends reaches subscribers of the subject and is not sent back', () => {
  const { bus, sent, fromParent } = setup();
  const heard: unknown[] = [];
  bus.subscribe('media.>', (message, subject) => heard.push([subject, message]));
  fromParent({ bus: 'publish', subject: 'media.commands', message: 1 });
  fromParent({ bus: 'publish', subject: 'rooms.orders', message: 2 });
  fromParent({ upgrade: {} });
  fromParent(undefined);
  expect(heard).toEqual([['media.commands', 1]]);
  expect(sent).toEqual([]);
});

test('after unsubscribing or closing nothing is heard', async () => {
  const { bus, fromParent } = setup();
  const heard: unknown[] = [];
  bus.subscribe('a', () => heard.push('first'))();
  bus.subscribe('a', () => heard.push('second'));
  fromParent({ bus: 'publish', subject: 'a', message: 1 });
  await bus.close();
  fromParent({ bus: 'publish', subject: 'a', message: 1 });
  expect(heard).toEqual(['second']);
});

test('without the parent, or with one that ends just now, own subscribers still hear and nothing is thrown', () => {
  /** As a process does it: an error without a callback is uncaught. */
  const send: ParentChannel['send'] = (_message, onSent?: (error: Error | null) => void) => {
    const error = new Error('EPIPE');
    if (!onSent) throw error;
    onSent(error);
    return false;
  };
  const refuse = () => {
    throw new Error('ERR_IPC_CHANNEL_CLOSED');
  };
  for (const { bus } of [setup({ send }), setup({ connected: false, send: refuse })]) {
    const heard: unknown[] = [];
    bus.subscribe('media.facts', (message) => heard.push(message));
    bus.publish('media.facts', { kind: 'alive' });
    expect(heard).toEqual([{ kind: 'alive' }]);
  }
});
