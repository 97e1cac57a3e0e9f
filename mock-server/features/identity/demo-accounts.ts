/** The subdomain that marks the demo organization: its accounts have a public password and work only on loopback. */
export const demoSubdomain = 'appshelf-demo';
