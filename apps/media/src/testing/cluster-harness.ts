import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  type CameraClaim,
  internalMediaKey,
  MEDIA_COMMANDS,
  MEDIA_FACTS,
  MEDIA_TOKEN_MS,
  type MediaCommand,
  type MediaFact,
  signMediaToken,
} from '@klieg/contract/media';
import { randomToken } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { publishersEntry } from '@klieg/demo';
import { SCENE } from './live-harness.ts';
import { type TestViewer, watchStream } from './watch-stream.ts';

/** One media process of the cluster. */
export interface ClusterNode {
  readonly name: string;
  readonly port: number;
  readonly base: string;
  /** Ends it as a power cut would. */
  kill(): void;
}

/** A publisher that sends to wherever it is told when it has to connect again. */
export interface ClusterPublisher {
  readonly streamName: string;
  readonly child: ChildProcess;
  /** Where it connects next time. */
  target: ClusterNode;
}

/** A fact with the moment at which it was heard. */
export type HeardFact = MediaFact & { readonly atMs: number };

interface BusMessage {
  readonly bus: 'publish';
  readonly subject: string;
  readonly message: unknown;
}

/**
 * Media processes of one cluster, each a process of its own, with this one as the hub of their bus; what
 * one says reaches all, as it does over a real bus. @param environment of each process besides
 */
export async function startCluster(
  dataDir: string,
  names: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) {
  const secret = randomBytes(32);
  const children = new Map<string, ChildProcess>();
  const publishers: ChildProcess[] = [];
  const receivers: ChildProcess[] = [];
  const viewers: TestViewer[] = [];
  const facts: HeardFact[] = [];

  const say = (message: BusMessage): void => {
    if (message.subject === MEDIA_FACTS)
      facts.push({ ...(message.message as MediaFact), atMs: performance.now() });
    // A process that a test has just killed counts as connected until the kernel says otherwise.
    for (const child of children.values()) if (child.connected) child.send(message, () => {});
  };

  const startNode = async (name: string): Promise<ClusterNode> => {
    const child = fork(new URL('../main.ts', import.meta.url), [], {
      execArgv: [],
      silent: !process.env.LOGS,
      env: {
        ...process.env,
        ...environment,
        MEDIA_PORT: '0',
        MEDIA_SECRET: secret.toString('hex'),
        MEDIA_INTERNAL_URL: 'http://127.0.0.1:0',
        NODE_NAME: name,
      },
    });
    children.set(name, child);
    let port = 0;
    child.on('message', (message: Partial<BusMessage> & { ready?: boolean; port?: number }) => {
      if (message.bus === 'publish') say(message as BusMessage);
      if (message.ready) port = message.port ?? 0;
    });
    // The end of one that was killed may be heard after its successor has taken the name.
    child.on('exit', () => {
      if (children.get(name) === child) children.delete(name);
    });
    await eventually(() => {
      if (port === 0) throw new Error('not ready yet');
    });
    return { name, port, base: `http://127.0.0.1:${port}`, kill: () => void child.kill('SIGKILL') };
  };

  const token = (streamName: string, session: string): string =>
    signMediaToken(secret, {
      use: 'play',
      streamName,
      session,
      mode: 'public',
      expiresAt: Date.now() + MEDIA_TOKEN_MS,
    });
  /** A token of one who pays by the minute. */
  const payerToken = (streamName: string, meterId: string): string =>
    signMediaToken(secret, {
      use: 'play',
      streamName,
      session: randomToken(),
      mode: 'private',
      meter: { meterId },
      expiresAt: Date.now() + MEDIA_TOKEN_MS,
    });
  const publishToken = (broadcastId: string, streamName: string, camera?: CameraClaim): string =>
    signMediaToken(secret, {
      use: 'publish',
      streamName,
      broadcastId,
      username: broadcastId,
      session: 'publisher',
      ...(camera && { camera }),
      expiresAt: Date.now() + MEDIA_TOKEN_MS,
    });

  const nodes = await Promise.all(names.map(startNode));

  return {
    nodes,
    facts,
    token,
    payerToken,
    publishToken,
    order: (order: MediaCommand) => say({ bus: 'publish', subject: MEDIA_COMMANDS, message: order }),
    /** Facts that a stream is live at a node, in order. */
    liveAt: (node: ClusterNode, streamName: string) =>
      facts.flatMap((fact) =>
        fact.kind === 'live' && fact.node === node.name && fact.streamName === streamName ? [fact] : [],
      ),
    /** Publishes the loop; resolves when it is live. */
    async publish(
      node: ClusterNode,
      broadcastId: string,
      streamName = randomToken(),
      camera?: CameraClaim,
    ): Promise<ClusterPublisher> {
      const before = facts.length;
      const child = fork(publishersEntry, [], { execArgv: [], env: { ...process.env, DATA_DIR: dataDir } });
      publishers.push(child);
      const publisher = { streamName, child, target: node };
      child.on('message', (message: object) => {
        if (!('ready' in message) && !('needToken' in message)) return;
        const whipUrl = `${publisher.target.base}/live/whip`;
        const start = { username: broadcastId, scene: SCENE, whipUrl };
        if (child.connected)
          child.send(
            { start: [{ ...start, token: publishToken(broadcastId, streamName, camera) }] },
            () => {},
          );
      });
      await eventually(() => {
        if (!facts.slice(before).some((fact) => fact.kind === 'live' && fact.streamName === streamName))
          throw new Error('not live yet');
      });
      return publisher;
    },
    watch(node: ClusterNode, streamName: string, session = randomToken(), more = ''): TestViewer {
      const viewer = watchStream(node.port, streamName, `?token=${token(streamName, session)}${more}`);
      viewers.push(viewer);
      return viewer;
    },
    /** Watches with a token of one's own. */
    watchBy(node: ClusterNode, streamName: string, playToken: string): TestViewer {
      const viewer = watchStream(node.port, streamName, `?token=${playToken}`);
      viewers.push(viewer);
      return viewer;
    },
    /** Lets it send all whom it serves to others. @returns what became of them */
    drain: (node: ClusterNode, limitMs: number) =>
      new Promise<string>((resolve) => {
        const child = children.get(node.name)!;
        child.on('message', (message: { readonly drained?: string }) => {
          if (message.drained !== undefined) resolve(message.drained);
        });
        child.send({ drain: limitMs });
      }),
    /** Sends it a signal, as an operator does. */
    signal: (node: ClusterNode, signal: NodeJS.Signals) => void children.get(node.name)!.kill(signal),
    hasEnded: (node: ClusterNode) => !children.has(node.name),
    /** Starts one again that was killed, under the name that it had. */
    restart: (name: string) => startNode(name),
    /** Plays by WHEP in a process of its own; its figures grow as it receives. */
    receiveWhep(node: ClusterNode, streamName: string, playToken: string) {
      const told = { pictures: 0, soundPackets: 0, resource: '', refused: '' };
      const args = [node.base, streamName, playToken];
      const child = fork(new URL('./whep-main.ts', import.meta.url), args, { execArgv: [] });
      receivers.push(child);
      child.on('message', (message: object) => Object.assign(told, message));
      return Object.assign(told, { leave: () => void child.send('leave') });
    },
    async stats(node: ClusterNode) {
      const headers = { 'x-internal-secret': internalMediaKey(secret) };
      const answer = await fetch(`${node.base}/internal/stats`, { headers });
      return (await answer.json()) as {
        readonly viewers: number;
        readonly relayLinks: number;
        readonly relayed: readonly { readonly viewers: number; readonly renditions: readonly string[] }[];
        readonly relayedHls: Readonly<Record<'answered' | 'asked' | 'bytes' | 'waiting', number>>;
      };
    },
    internal: (node: ClusterNode, path: string) =>
      fetch(`${node.base}${path}`, { headers: { 'x-internal-secret': internalMediaKey(secret) } }),
    close() {
      for (const viewer of viewers) viewer.close();
      for (const child of [...publishers, ...receivers, ...children.values()]) child.kill('SIGKILL');
    },
  };
}
