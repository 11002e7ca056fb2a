import { createTransport } from 'nodemailer';

const WAIT_MS = 10_000;

/** Connects, greets and logs in as the mailer does, and sends nothing. A rejection says what the server refused. */
export async function verifyMailServer(url: string): Promise<void> {
  const transport = createTransport({
    url,
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
