import type { Config } from '../../config.ts';

/**
 * The subdomain of the demo organization, which no other can have. Its accounts have a public password and work only on
 * loopback, even when its data is served like that of a real installation.
 */
export const demoSubdomain = 'appshelf-demo';

/** Whether an organization is the demo that this process serves to this machine only. */
export const isDemo = ({ demo }: Pick<Config, 'demo'>, organization: { vanity_subdomain: string }): boolean =>
  demo && organization.vanity_subdomain === demoSubdomain;
