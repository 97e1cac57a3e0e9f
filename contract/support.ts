import { type Static, Type } from 'typebox';
import { DeviceHeaders } from './catalog.ts';
import { Id, nullable, output, PathIdentifier, Timestamp } from './common/fields.ts';
import { ListControls, TotalAvailable } from './common/lists.ts';
import { operation } from './common/operation.ts';
import { writeHeaders } from './common/writes.ts';

const onDevice = {
  area: 'support',
  context: 'user_and_device',
  within: ['self'],
} as const;
const forAdministrators = { area: 'support', context: 'administrator', method: 'GET' } as const;
const writing = Type.Object({ ...DeviceHeaders.properties, ...writeHeaders });
const pages = Type.Pick(ListControls, ['page']);

/** Maximum lengths in characters. */
export const reportLimits = { short: 200, agent: 500, text: 2_000 } as const;

const short = Type.Optional(nullable(Type.String({ maxLength: reportLimits.short })));

/** What a person asks support about; the device fills in what it knows. */
export const SupportReport = Type.Object({
  /** Made by the device, so that the person can name it before the report is sent. */
  reference: Type.String({ pattern: '^[A-Z0-9]{6,16}$', examples: ['K7M2QX'] }),
  application: Type.Optional(nullable(PathIdentifier)),
  version: short,
  /** What the person sees, in the words that they chose from. */
  symptom: short,
  /** In the person's own words. */
  text: Type.Optional(nullable(Type.String({ maxLength: reportLimits.text }))),
  system: short,
  browser: Type.Optional(nullable(Type.String({ maxLength: reportLimits.agent }))),
  catalog_version: short,
});
export type SupportReport = Static<typeof SupportReport>;

/** Reports that one person may send in a day. */
export const maxReportsADay = 20;

export const sendSupportReport = operation({
  ...onDevice,
  name: 'sendSupportReport',
  recorded: false,
  method: 'POST',
  path: '/v3/support-reports/',
  headers: writing,
  body: SupportReport,
  response: output({ report: output({ id: Id, reference: Type.String() }) }),
  source: 'ours: who cannot install an application needs a way to somebody who can help',
  summary: `Send a report to the organization's support, at most ${maxReportsADay} in 24 hours`,
});

const Person = output({
  id: Id,
  user_id: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
});
const NamedApplication = nullable(output({ id: Id, name: Type.String() }));
const optionalTextSchema = nullable(Type.String());

export const listSupportReports = operation({
  ...forAdministrators,
  name: 'listSupportReports',
  path: '/v3/support-reports/',
  query: pages,
  response: output({
    support_reports: Type.Array(
      output({
        id: Id,
        reference: Type.String(),
        created: Timestamp,
        user: Person,
        device: Id,
        application: NamedApplication,
        version: optionalTextSchema,
        symptom: optionalTextSchema,
        text: optionalTextSchema,
        system: optionalTextSchema,
        browser: optionalTextSchema,
        catalog_version: optionalTextSchema,
      }),
    ),
    total_available: TotalAvailable,
  }),
  source: 'ours: what people sent to support',
  summary: 'List what people sent to support, newest first',
});

/** Hours for which a mandatory application may be deferred. */
export const deferralHours = 24;

export const deferApplication = operation({
  ...onDevice,
  name: 'deferApplication',
  recorded: false,
  method: 'POST',
  path: '/v3/catalog/deferrals/',
  headers: writing,
  body: Type.Object({ application: PathIdentifier }),
  response: output({ deferral: output({ application: Id, version: Id, until: Timestamp }) }),
  source: 'ours: who cannot install a mandatory application is not locked out',
  summary: `Continue without a mandatory application for ${deferralHours} hours, once for each version on a device`,
});

export const listDeferrals = operation({
  ...forAdministrators,
  name: 'listDeferrals',
  path: '/v3/deferrals/',
  query: pages,
  response: output({
    deferrals: Type.Array(
      output({
        id: Id,
        user: Person,
        device: Id,
        application: NamedApplication,
        version: Type.String(),
        created: Timestamp,
        until: Timestamp,
      }),
    ),
    total_available: TotalAvailable,
  }),
  source: 'ours: who continued without a mandatory application',
  summary: 'List who continued without a mandatory application, newest first',
});

export const readHelp = operation({
  ...onDevice,
  name: 'readHelp',
  method: 'GET',
  path: '/v3/catalog/help/',
  headers: DeviceHeaders,
  response: output({
    support_email: Type.String(),
    /** Whether a mandatory application may be deferred. */
    deferrals_enabled: Type.Boolean(),
  }),
  source: 'ours: the ways out for somebody who cannot install an application',
  summary: "Read the organization's support address, and whether mandatory applications may be deferred",
});

export const supportOperations = [
  sendSupportReport,
  listSupportReports,
  deferApplication,
  listDeferrals,
  readHelp,
] as const;
