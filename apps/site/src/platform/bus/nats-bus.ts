import type { Bus } from '@klieg/contract/bus';
import type { Log } from '@klieg/kernel';
import { connect } from '@nats-io/transport-node';

/**
 * Bus over NATS for several nodes. It reconnects for ever; what is published meanwhile is lost, as the
 * port allows.
 * @throws when the server cannot be reached at the start
 */
export async function connectNatsBus(url: string, log: Log): Promise<Bus> {
  const connection = await connect({
    servers: url,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    waitOnFirstConnect: false,
    timeout: 5_000,
  });
  let isConnected = true;
  const watch = async () => {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') isConnected = false;
      if (status.type === 'reconnect') isConnected = true;
      if (status.type === 'disconnect' || status.type === 'reconnect')
        log.warn({ bus: status.type }, 'bus connection changed');
    }
  };
  void watch();

  return {
    publish(subject, message) {
      // What would wait for the connection is stale when it comes.
      if (isConnected && !connection.isClosed()) connection.publish(subject, JSON.stringify(message));
    },
    subscribe(pattern, handler) {
      const subscription = connection.subscribe(pattern, {
        callback: (error, message) => {
          if (error) return log.warn({ err: error, subject: pattern }, 'bus subscription failed');
          try {
            handler(message.json(), message.subject);
          } catch (fault) {
            log.error({ err: fault, subject: message.subject }, 'bus handler failed');
          }
        },
      });
      return () => subscription.unsubscribe();
    },
    ready: () => connection.flush(),
    close: () => connection.drain(),
  };
}
