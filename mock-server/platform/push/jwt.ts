import { type KeyObject, sign } from 'node:crypto';

const encodePart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A signed JSON Web Token (RFC 7519). Elliptic curve keys sign with ES256, others with RS256. */
export function signToken(key: KeyObject, header: { kid?: string }, claims: object): string {
  const isCurve = key.asymmetricKeyType === 'ec';
  const text = `${encodePart({ alg: isCurve ? 'ES256' : 'RS256', typ: 'JWT', ...header })}.${encodePart(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}
