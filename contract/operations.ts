import { applicationPolicyOperations } from './application-policies.ts';
import { applicationOperations } from './applications.ts';
import { auditOperations } from './audit.ts';
import { catalogOperations } from './catalog.ts';
import { categoryOperations } from './categories.ts';
import type { Operation } from './common/operation.ts';
import { credentialsOperations } from './credentials.ts';
import { deviceFactOperations } from './device-facts.ts';
import { deviceOperations } from './devices.ts';
import { downloadOperations } from './downloads.ts';
import { feedOperations } from './feeds.ts';
import { groupOperations } from './groups.ts';
import { identityOperations } from './identity.ts';
import { inspectionOperations } from './inspections.ts';
import { inventoryOperations } from './inventory.ts';
import { jobOperations } from './jobs.ts';
import { mailOperations } from './mails.ts';
import { messageOperations } from './messages.ts';
import { notificationOperations } from './notifications.ts';
import { organizationOperations } from './organizations.ts';
import { policyOperations } from './policies.ts';
import { privacyOperations } from './privacy.ts';
import { reportOperations } from './reports.ts';
import { reviewOperations } from './reviews.ts';
import { securityOperations } from './security.ts';
import { sessionOperations } from './sessions.ts';
import { supportOperations } from './support.ts';
import { syncOperations } from './sync.ts';
import { termsOperations } from './terms.ts';
import { userOperations } from './users.ts';
import { violationOperations } from './violations.ts';
import { webPushOperations } from './web-push.ts';
import { webhookOperations } from './webhooks.ts';

/** Every operation of the interface; the OpenAPI document and the coverage test are made from this list. */
export const operations: readonly Operation[] = [
  ...identityOperations,
  ...sessionOperations,
  ...securityOperations,
  ...userOperations,
  ...groupOperations,
  ...organizationOperations,
  ...applicationOperations,
  ...credentialsOperations,
  ...inspectionOperations,
  ...categoryOperations,
  ...catalogOperations,
  ...syncOperations,
  ...supportOperations,
  ...inventoryOperations,
  ...downloadOperations,
  ...reviewOperations,
  ...deviceOperations,
  ...deviceFactOperations,
  ...policyOperations,
  ...applicationPolicyOperations,
  ...notificationOperations,
  ...messageOperations,
  ...webPushOperations,
  ...webhookOperations,
  ...jobOperations,
  ...reportOperations,
  ...feedOperations,
  ...termsOperations,
  ...mailOperations,
  ...auditOperations,
  ...privacyOperations,
  ...violationOperations,
];
