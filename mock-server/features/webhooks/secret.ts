import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
const secretBytes = 32;

export const getPurpose = (orgId: string, webhook: string): string => `webhook ${orgId} ${webhook}`;

/** A new secret, as Standard Webhooks writes them. */
export const createSecret = (): string => prefix + randomBytes(secretBytes).toString('base64');

/** The headers that prove who sent a message and that it is complete; Standard Webhooks, "Signature scheme". */
export function buildSignedHeaders(
  secret: string,
  { id, body, at }: { id: string; body: string; at: number },
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
