import { getApplicationPath } from '../../../contract/common/catalog-pages.ts';
import type { ResponseOf } from '../../../contract/common/request.ts';
import type { listApplicationGroups } from '../../../contract/groups.ts';
import type { Service } from '../service.ts';

type ApplicationGroups = ResponseOf<typeof listApplicationGroups>['groups'];

/** The groups that an application is given to, with a note where it is mandatory. */
export const describeGroups = (groups: ApplicationGroups): string =>
  groups.map(({ name, is_mandatory }) => (is_mandatory ? `${name} (mandatory)` : name)).join(', ') || 'none';

/** The address of an application in the catalog. */
export const link = (service: Service, application: { id: string }): string =>
  service.server + getApplicationPath(application.id);
