import { ConfigError, type Environment } from './environment.ts';

const securityLevels = ['documented', 'strict'] as const;

/** The organization and administrator that the first start creates. */
export interface FirstAdministrator {
  organizationName: string;
  userId: string;
  password: string;
  email: string;
  /** What the organization demands of passwords, sessions and tokens. */
  securityLevel?: (typeof securityLevels)[number];
  /** Subdomain of the organization; only the demo sets it. */
  subdomain?: string;
}

/** The organization and administrator that the first start creates; null: none. Error: ConfigError. */
export function readFirstAdministrator(environment: Environment): FirstAdministrator | null {
  const names = ['ORGANIZATION_NAME', 'ADMIN_USER_ID', 'ADMIN_PASSWORD', 'ADMIN_EMAIL'] as const;
  const missing = names.filter((name) => !environment[name]);
  if (missing.length === names.length) return null;
  if (missing.length > 0)
    throw new ConfigError(`${missing.join(', ')} missing: the first start needs ${names.join(', ')}.`);
  return {
    organizationName: environment.ORGANIZATION_NAME ?? '',
    userId: environment.ADMIN_USER_ID ?? '',
    password: environment.ADMIN_PASSWORD ?? '',
    email: environment.ADMIN_EMAIL ?? '',
    securityLevel: readSecurityLevel(environment.SECURITY_LEVEL),
  };
}

function readSecurityLevel(value: string | undefined): (typeof securityLevels)[number] {
  const level = securityLevels.find((name) => name === (value || 'documented'));
  if (level !== undefined) return level;
  throw new ConfigError(`SECURITY_LEVEL=${value} is not one of documented, strict.`);
}
