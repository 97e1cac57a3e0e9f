import { readFile } from 'node:fs/promises';
import { Parse } from 'typebox/value';
import type { Warning } from '../../../contract/common/warnings.ts';
import { PushCertificate } from '../../app-packages/credentials/push-certificate.ts';
import { PackageError } from '../../app-packages/package-error.ts';
import { readPushCertificateKind } from '../../packages-worker/kinds/credentials.ts';
import type { Db } from '../../platform/database/handles.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Platform } from '../../platform/services.ts';
import { findOrganizationById, listIosCatalogIds, type OrganizationRow } from './store.ts';

/** The purpose that is part of the encryption. */
export const pushCertificatePurpose = 'push-certificate';

/** Milliseconds before the end of a certificate from which on a warning is given. */
const expiryWarningMs = 30 * 24 * 60 * 60_000;

/** The push certificate of a form, encrypted for the database, with warnings about it. */
export interface StoredCertificate {
  sealed: string;
  warnings: Warning[];
}

/**
 * Reads the certificate that a form contains (`push_cert_file`, and its password); document 1, PUT
 * /v3/organizations/<org_id>/. Error: `push_certificate_refused` with the reason.
 */
export async function readPushCertificateForm(
  platform: Platform,
  orgId: string,
  { path, password }: { path: string; password: string },
): Promise<StoredCertificate> {
  const certificate = await open(platform, orgId, await readFile(path), password);
  await assertOfCatalog(platform.database.db, orgId, certificate);
  const isEnding = Date.parse(certificate.expires) < Date.now() + expiryWarningMs;
  const day = certificate.expires.slice(0, 10);
  const message = `The push certificate ends on ${day}. Renew it before, and send the new one.`;
  return {
    sealed: platform.secrets.encrypt(pushCertificatePurpose, JSON.stringify(certificate)),
    warnings: isEnding ? [{ error: 'push_cert_ends_soon', message }] : [],
  };
}

async function open(
  { workers }: Platform,
  orgId: string,
  bytes: Buffer,
  password: string,
): Promise<PushCertificate> {
  try {
    const input = { p12: bytes.toString('base64'), password };
    return await workers.run(readPushCertificateKind, { owner: orgId, input, files: {} }, (read) => read);
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    throw refusedCertificateError(error.code, error.message, error);
  }
}

/** Only the App Catalog's own certificate can send to it. */
async function assertOfCatalog(db: Db, orgId: string, { bundleId }: PushCertificate): Promise<void> {
  const catalogs = await listIosCatalogIds(db, orgId);
  if (catalogs.length === 0 || catalogs.includes(bundleId)) return;
  throw refusedCertificateError(
    'push_certificate_other_application',
    `This certificate is for ${bundleId}, but your App Catalog is ${catalogs.join(', ')}. Send the certificate of the App Catalog.`,
  );
}

const refusedCertificateError = (reason: string, message: string, cause?: unknown) =>
  new ServiceError('push_certificate_refused', message, {
    details: { field: 'push_cert_file', reason },
    cause,
  });

/** The push certificate of an organization; null without one. */
export async function readPushCertificate(
  db: Db,
  secrets: Secrets,
  orgId: string,
): Promise<PushCertificate | null> {
  const row = await findOrganizationById(db, orgId);
  return row === undefined ? null : decryptCertificate(secrets, row);
}

function decryptCertificate(
  secrets: Secrets,
  { push_cert }: Pick<OrganizationRow, 'push_cert'>,
): PushCertificate | null {
  if (push_cert === null) return null;
  return Parse(PushCertificate, JSON.parse(secrets.decrypt(pushCertificatePurpose, push_cert)));
}
