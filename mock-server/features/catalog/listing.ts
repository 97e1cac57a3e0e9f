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

/** Without accents and in lower case, so that Ä sorts beside A. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * An application in one version as catalogs show it: the part that is the same for everybody who sees this version.
 */
export class Listing {
  readonly application: ApplicationRow;
  readonly version: VersionRow;
  readonly categories: readonly CategoryRow[];
  readonly rules: ListingRules;
  readonly system: System;
  readonly formFactor: number;
  /** Address of what has no file: web and public-store applications; null for others. */
  readonly url: string | null;
  readonly sortName: string;
  #searchText: string | null = null;

  constructor(
    application: ApplicationRow,
    version: VersionRow,
    categories: readonly CategoryRow[],
    rules: ListingRules,
  ) {
    const hybrid =
      application.hybrid === null ? null : (JSON.parse(application.hybrid) as Static<typeof Hybrid>);
    this.application = application;
    this.version = version;
    this.categories = categories;
    this.rules = rules;
    this.system = systemOf(application.type, hybrid?.platform);
    this.formFactor = effectiveFormFactor(application);
    this.url = version.file_id === null ? application.url : null;
    this.sortName = folded(version.app_name);
  }

  /** A native application is a package; document 2, What the service does. */
  get hasPackage(): boolean {
    return hasPackage(this.application);
  }

  get isFeatured(): boolean {
    return this.rules.bannersEnabled && this.application.banner !== null;
  }

  /** Whether its access policy lets it be installed at a moment (UTC). */
  isOfferedAt(moment: string): boolean {
    return isWithin(this.application, moment);
  }

  /** Everything that is searched, folded. */
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
