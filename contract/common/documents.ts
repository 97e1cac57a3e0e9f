const service = 'Mobile Application Management Service';

/** The three documents that define the interface, in their order; `docs/interface` summarizes them. */
export const documents = [
  {
    title: `${service}: Access, Users, Groups and Organizations`,
    holds:
      'What every call has in common (tokens, errors, versions, list controls, affiliated organizations), sign-in, users, groups and organizations.',
  },
  {
    title: `${service}: Applications, Signing, Policies, Inspections, Categories and Notifications`,
    holds:
      'Publishing: applications, versions and install files, signing, policies, inspections, categories and push notifications.',
  },
  {
    title: `${service}: Catalog, Downloads, Reviews, Devices, Reports and Feeds`,
    holds:
      'What a person on a device calls (the catalog, downloads, reviews), and devices, reports and feeds for administrators.',
  },
] as const;
