import type { Static } from 'typebox';
import type { Hybrid } from '../../../contract/application-fields.ts';
import { fold } from '../../platform/database/fold.ts';
import { effectiveFormFactor, hasPackage } from '../applications/facade.ts';
import type { ApplicationRow, CategoryRow, VersionRow } from './store.ts';
import { type System, systemOf } from './visibility.ts';

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

/** What all versions of an application share. */
export interface Subject {
  application: ApplicationRow;
  /** A small number that no other application of the same kept catalog has. */
  place: number;
  categories: readonly CategoryRow[];
  rules: ListingRules;
  /** Changed in place, because the counts change with every download. */
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

/** Without accents and in lower case, so that Ä sorts beside A. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** An application in one version as catalogs show it: the part that is the same for everybody who sees this version. */
export class Listing {
  readonly subject: Subject;
  readonly version: VersionRow;
  readonly system: System;
  readonly formFactor: number;
  /** The oldest version of the system that it runs on. */
  readonly minimum: string | null;
  /** The address of an application without a file (web and public store); null for others. */
  readonly url: string | null;
  readonly sortName: string;
  readonly #required: Offer;
  readonly #optional: Offer;
  #searchText: string | null = null;
  /**
   * The JSON that the presenter has made of the listing, with the base address of the links in it, which is always the
   * same where `PUBLIC_URL` is set. It is not in a `WeakMap`, because each full garbage collection goes through all
   * entries of one again and again.
   */
  written: { base: string; json: string } | null = null;

  constructor(subject: Subject, version: VersionRow) {
    const { application } = subject;
    const hybrid =
      application.hybrid === null ? null : (JSON.parse(application.hybrid) as Static<typeof Hybrid>);
    this.subject = subject;
    this.version = version;
    this.system = systemOf(application.type, hybrid?.platform);
    this.formFactor = effectiveFormFactor(application);
    this.minimum = version.min_os_version;
    this.url = version.file_id === null ? application.url : null;
    this.sortName = folded(version.app_name);
    // Without a file, an application can't be mandatory: nobody could install it.
    const canBeRequired = this.hasPackage && version.file_id !== null;
    const offer = (requiredByGroup: boolean): Offer => ({
      listing: this,
      requiredByGroup,
      mandatory: canBeRequired && (requiredByGroup || version.required === 1),
    });
    this.#required = offer(true);
    this.#optional = offer(false);
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

  /** Returns the same object for the same argument, so that offers can be compared by identity. */
  offer(requiredByGroup: boolean): Offer {
    return requiredByGroup ? this.#required : this.#optional;
  }

  /** Whether its access policy allows an install at a moment (UTC). */
  isOfferedAt(moment: string): boolean {
    return isWithin(this.application, moment);
  }

  /** All searchable texts, folded. */
  get searchText(): string {
    const { app_name, short_description, long_description, author } = this.version;
    this.#searchText ??= fold(
      [app_name, short_description, long_description, author]
        .concat(this.categories.map((category) => category.name))
        .join('\n'),
    );
    return this.#searchText;
  }
}

/** Whether a moment (UTC) lies between those of an access policy. */
export const isWithin = (
  { access_start: start, access_end: end }: Pick<ApplicationRow, 'access_start' | 'access_end'>,
  moment: string,
): boolean => (start === null || start <= moment) && (end === null || moment < end);

/** The one of two versions that was published later. */
export const newer = (known: Listing | undefined, other: Listing): Listing =>
  known !== undefined && known.version.ordinal >= other.version.ordinal ? known : other;
