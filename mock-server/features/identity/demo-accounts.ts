import type { Config } from '../../config.ts';

/**
 * The subdomain of the demo organization, which no other can have: its accounts have a public password and work only on loopback,
 * also when its data are served as those of a real installation.
 */
export const demoSubdomain = 'appshelf-demo';

/** Whether an organization is that of the demo which this process serves, to this machine only. */
export const isDemo = ({ demo }: Pick<Config, 'demo'>, organization: { vanity_subdomain: string }): boolean =>
  demo && organization.vanity_subdomain === demoSubdomain;
