import type { OrganizationChange } from '../../../contract/organizations.ts';
import type { Config } from '../../config.ts';
import { ServiceError } from '../../platform/errors.ts';
import { mayMailFrom } from './mail-sender.ts';
import { isTooBroad } from './wide-domains.ts';

/** Refuses what the schema can't: domains that others share, senders that are not the operator's. Error: `invalid_input`. */
export function assertSettings(change: OrganizationChange, config: Pick<Config, 'mailDomains'>): void {
  const wide = change.cors_domain_whitelist?.find(isTooBroad);
  if (wide !== undefined) {
    throw refusedSettingError(
      'cors_domain_whitelist',
      `${wide} would let in everybody below a domain that many share. Name your own.`,
    );
  }
  if (change.email_from_address && !mayMailFrom(change.email_from_address, config)) {
    throw refusedSettingError(
      'email_from_address',
      `This service sends mail for ${config.mailDomains?.join(', ')} only. Choose an address there, or leave it empty.`,
    );
  }
}

const refusedSettingError = (field: string, message: string) =>
  new ServiceError('invalid_input', message, { details: { field, problem: message } });
