export { bridgeChild, type ChildBusMessage } from './child-bus.ts';
export { makeMemoryBus } from './memory-bus.ts';
export { connectNatsBus } from './nats-bus.ts';
export { openBus } from './open-bus.ts';
