import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  request as requestHttp,
} from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';

/** A server of a test: where it listens, and its end. */
export interface TestServer {
  readonly port: number;
  stop(): void;
}

/** A certificate for `localhost` that is its own authority, made in a folder. */
export function makeCertificate(folder: string): { readonly key: string; readonly cert: string } {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const args = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=localhost';
  const more = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert];
  execFileSync('/usr/bin/openssl', [...args.split(' '), ...more], { stdio: 'ignore' });
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

/**
 * A TLS proxy before a site that calls it from an address of loopback.
 * @param rewrite what it does to the headers of a visitor
 */
export async function startTlsProxy(
  target: string,
  certificate: ReturnType<typeof makeCertificate>,
  rewrite: (headers: IncomingHttpHeaders, address: string) => IncomingHttpHeaders,
): Promise<TestServer> {
  const server = createHttps(certificate, (request, response) => {
    const headers = rewrite(request.headers, request.socket.remoteAddress ?? '');
    const onward = requestHttp(new URL(request.url ?? '/', target), { headers, localAddress: '127.0.0.3' });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.writeHead(502).end());
    onward.end();
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => void server.close(),
  };
}

/** A gateway for text messages that knows one token, and is sent none. */
export async function startTextGateway(token: string): Promise<TestServer> {
  const server = createHttpServer(({ method, headers }, response) => {
    const isKnown = method === 'HEAD' && headers.authorization === `Bearer ${token}`;
    response.writeHead(isKnown ? 405 : 401).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => void server.close().closeAllConnections(),
  };
}

/** An SMTP server that takes one password by AUTH PLAIN, and no mail. */
export async function startMailServer(password: string): Promise<TestServer> {
  const expected = Buffer.from(`\0klieg\0${password}`).toString('base64');
  const answerTo = (line: string): string => {
    if (/^EHLO /i.test(line)) return '250-mail.test\r\n250 AUTH PLAIN';
    if (/^AUTH PLAIN /i.test(line))
      return line.endsWith(expected) ? '235 welcome' : '535 wrong user or password';
    return /^QUIT/i.test(line) ? '221 bye' : '502 not here';
  };
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.write('220 mail.test\r\n');
    socket.on('data', (bytes) => {
      for (const line of String(bytes).split('\r\n').filter(Boolean)) socket.write(`${answerTo(line)}\r\n`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, stop: () => void server.close() };
}
