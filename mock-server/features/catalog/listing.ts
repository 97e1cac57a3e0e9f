import type { Static } from 'typebox';
import type { Hybrid } from '../../../contract/application-fields.ts';
import { getEffectiveFormFactor, hasPackage } from '../applications/facade.ts';
import type { ApplicationRow, CategoryRow, VersionRow } from './store.ts';
import { getApplicationSystem, type System } from './visibility.ts';

/** The settings of the organization that affect every entry. */
export interface ListingRules {
  orgId: string;
  reviewsEnabled: boolean;
  bannersEnabled: boolean;
}

/** The counts of an application, and the comment that entries quote. */
export interface Counts {
  num_downloads: number;
  num_likes: number;
  num_dislikes: number;
  review_quote: string;
}

/** What is shown of an application, the same in all versions. */
export interface Subject {
  application: ApplicationRow;
  categories: readonly CategoryRow[];
  rules: ListingRules;
  counts: Counts;
}

/** What a set of groups is offered of an application. */
export interface Offer {
  /** The newest version that any of the groups allows. */
  readonly listing: Listing;
  readonly requiredByGroup: boolean;
  /** Mandatory in a group or by the version itself; only for native applications. */
  readonly mandatory: boolean;
}

/** An application in one version, as catalogs show it. */
export class Listing {
  readonly subject: Subject;
  readonly version: VersionRow;
  readonly system: System;
  readonly formFactor: number;
  /** The address of an application without a file (web and public store); null for others. */
  readonly url: string | null;

  constructor(subject: Subject, version: VersionRow) {
    const { application } = subject;
    const hybrid =
      application.hybrid === null ? null : (JSON.parse(application.hybrid) as Static<typeof Hybrid>);
    this.subject = subject;
    this.version = version;
    this.system = getApplicationSystem(application.type, hybrid?.platform);
    this.formFactor = getEffectiveFormFactor(application);
    this.url = version.file_id === null ? application.url : null;
  }

  get application(): ApplicationRow {
    return this.subject.application;
  }

  get categories(): readonly CategoryRow[] {
    return this.subject.categories;
  }

  get rules(): ListingRules {
    return this.subject.rules;
  }

  get counts(): Counts {
    return this.subject.counts;
  }

  /** A native application is a package; document 2, What the service does. */
  get hasPackage(): boolean {
    return hasPackage(this.application);
  }

  get isFeatured(): boolean {
    return this.rules.bannersEnabled && this.application.banner !== null;
  }

  /** Whether its access policy allows an install at a moment (UTC). */
  isInstallableAt(moment: string): boolean {
    return isWithin(this.application, moment);
  }
}

/** Whether a moment (UTC) lies between those of an access policy. */
export const isWithin = (
  { access_start: start, access_end: end }: Pick<ApplicationRow, 'access_start' | 'access_end'>,
  moment: string,
): boolean => (start === null || start <= moment) && (end === null || moment < end);
