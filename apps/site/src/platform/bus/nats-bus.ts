import type { Bus } from '@klieg/contract/bus';
import type { Log } from '@klieg/kernel';
import { connect } from '@nats-io/transport-node';
import { signMessage, verifyMessage } from './signed-message.ts';

/** What a bus that others can also write to accepts. */
export interface NatsBusOptions {
  /** Known only to this site: messages signed by others, or not at all, are dropped. */
  readonly key: Uint8Array;
  readonly log: Log;
  /** Called for each message that is dropped. */
  readonly onRefused?: () => void;
}

/**
 * Bus over NATS for several nodes of one site, which sign their messages. It reconnects for ever; what is published
 * meanwhile is lost, as the port allows.
 * @throws when the server cannot be reached at the start
 */
export async function connectNatsBus(url: string, { key, log, onRefused }: NatsBusOptions): Promise<Bus> {
  const connection = await connect({
    servers: url,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    waitOnFirstConnect: false,
    timeout: 5_000,
  });
  let isConnected = true;
  let hasRefused = false;
  const watch = async () => {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') isConnected = false;
      if (status.type === 'reconnect') isConnected = true;
      if (status.type === 'disconnect' || status.type === 'reconnect')
        log.warn({ bus: status.type }, 'bus connection changed');
    }
  };
  void watch();
  let closing: Promise<void> | undefined;
  /** Sends pending messages first; without a server there is nobody to send them to, and draining would fail. */
  const end = (): Promise<void> =>
    isConnected ? connection.drain().catch(() => connection.close()) : connection.close();

  return {
    publish(subject, message) {
      // What would wait for the connection is stale when it comes.
      if (isConnected && !connection.isClosed())
        connection.publish(subject, signMessage(key, subject, message));
    },
    subscribe(pattern, handler) {
      const subscription = connection.subscribe(pattern, {
        callback: (error, message) => {
          if (error) return log.warn({ err: error, subject: pattern }, 'bus subscription failed');
          const text = verifyMessage(key, message.subject, message.string());
          if (text === undefined) {
            onRefused?.();
            // Only once: a flood on the bus must not flood the log as well.
            if (!hasRefused)
              log.warn({ subject: message.subject }, 'a message on the bus is not of this site');
            hasRefused = true;
            return;
          }
          try {
            handler(JSON.parse(text), message.subject);
          } catch (fault) {
            log.error({ err: fault, subject: message.subject }, 'bus handler failed');
          }
        },
      });
      return () => subscription.unsubscribe();
    },
    ready: () => connection.flush(),
    close: () => (closing ??= end()),
  };
}
