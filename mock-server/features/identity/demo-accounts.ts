/** The subdomain that marks the demo organization: its accounts have a public password and work on loopback alone. */
export const demoSubdomain = 'appshelf-demo';
