import type { ReportName } from '../../../contract/reports.ts';
import { deviceDetails, locationServicesStatus } from './devices-store.ts';
import { downloadInventory, mostPopularApps } from './downloads-store.ts';
import { inspections, termsResponses } from './others-store.ts';
import type { Report } from './report.ts';
import { appUsage } from './usage-store.ts';
import { userDetails, usersByGroups } from './users-store.ts';

/** All reports, in the order of the document. */
export const reports: Readonly<Record<ReportName, Report>> = {
  app_usage: appUsage,
  device_details: deviceDetails,
  download_inventory: downloadInventory,
  inspections,
  location_services_status: locationServicesStatus,
  terms_and_conditions_responses: termsResponses,
  most_popular_apps: mostPopularApps,
  user_details: userDetails,
  users_by_groups: usersByGroups,
};
