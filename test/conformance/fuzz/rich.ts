/**
 * Valid bodies with more fields than the operation needs, and their parameters: what no schema describes gets mutated
 * too.
 */
interface Rich {
  params?: Record<string, string>;
  body: unknown;
}

const preset: Rich = {
  params: { policy: 'vendor.open-webpage-url' },
  body: {
    name: 'News',
    auth_required: true,
    enabled_by_default: false,
    configuration: { open_webpage_url: 'https://example.org/', open_webpage_frequency: '24' },
  },
};
const range = { start: '2030-01-01', end: '2031-01-01T00:00:00+02:00' };

export const rich: Readonly<Record<string, Rich>> = {
  addPreset: preset,
  updatePreset: preset,
  applyPolicies: {
    body: {
      configurations: [
        {
          policy_id: 'vendor.access-control',
          auth_required: true,
          configuration: { access_date_range: range },
        },
      ],
      credentials_id: null,
    },
  },
  reportEvents: {
    body: {
      events: [
        {
          id: 'event-0001',
          kind: 'crash',
          at: '2026-01-01',
          message: 'm',
          stack: 's',
          device: 'd',
          user: 'u',
        },
        { id: 'event-0002', kind: 'usage', at: '2026-01-01', ended: '2026-01-02', version: '1' },
      ],
    },
  },
  setTerms: { body: { texts: { en: 'Be kind.', 'pt-BR': 'Seja gentil.' } } },
  addApplication: {
    body: {
      hybrid: {
        url: 'https://example.org/',
        platform: 'iOS',
        show_navbar: true,
        allow_tabs: true,
        file_open_support: true,
      },
      app_name: 'Shop',
      version_num: '1.0',
      groups: [],
    },
  },
};
