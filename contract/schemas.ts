import type { TSchema } from 'typebox';
import { EditableFields, Hybrid } from './application-fields.ts';
import {
  Application,
  ApplicationRow,
  ApplicationWithVersions,
  InstallFile,
  Version,
} from './application-objects.ts';
import { AppliedPolicy, PolicyDocument, PolicyEvent, RequestedPolicy } from './application-policies.ts';
import { Upload } from './application-uploads.ts';
import {
  CatalogApplication,
  CatalogCategory,
  CatalogEntry,
  CatalogInfo,
  CatalogVersion,
  InstalledEntry,
  MandatoryEntry,
} from './catalog.ts';
import { ErrorBody, Failed } from './common/errors.ts';
import { Paging } from './common/lists.ts';
import { Warning } from './common/warnings.ts';
import { Device, DeviceInfo } from './devices.ts';
import { FeedDefinition, FeedFieldInfo } from './feeds.ts';
import { Assignment } from './groups.ts';
import { IdentityUser } from './identity.ts';
import { InventoryItem } from './inventory.ts';
import { MetadataTemplate } from './metadata-template.ts';
import { Organization, OrganizationChange } from './organizations.ts';
import { ConfigurableField, Policy, PolicyConfiguration } from './policies.ts';
import { ReportDefinition } from './reports.ts';
import { Review } from './reviews.ts';
import { CatalogEvent, SyncEntry, SyncNumbers, SyncOwn } from './sync.ts';
import { PersonTerms, Terms, TermsVersion } from './terms.ts';
import { User, UserRow } from './users.ts';

/** The schemas that OpenAPI lists under a name; every other schema is written where it is used. */
export const namedSchemas: Readonly<Record<string, TSchema>> = {
  Error: ErrorBody,
  Failed,
  Paging,
  IdentityUser,
  User,
  UserRow,
  Assignment,
  Organization,
  OrganizationChange,
  MetadataTemplate,
  Application,
  ApplicationRow,
  ApplicationWithVersions,
  EditableFields,
  Hybrid,
  Version,
  InstallFile,
  Warning,
  Upload,
  CatalogEntry,
  CatalogApplication,
  CatalogVersion,
  CatalogInfo,
  CatalogCategory,
  MandatoryEntry,
  InstalledEntry,
  SyncEntry,
  SyncOwn,
  SyncNumbers,
  CatalogEvent,
  InventoryItem,
  Review,
  Device,
  DeviceInfo,
  Policy,
  PolicyConfiguration,
  ConfigurableField,
  AppliedPolicy,
  RequestedPolicy,
  PolicyDocument,
  PolicyEvent,
  ReportDefinition,
  FeedDefinition,
  FeedFieldInfo,
  Terms,
  TermsVersion,
  PersonTerms,
};
