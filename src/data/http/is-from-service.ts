import { serviceMark } from '../../../contract/common/service-mark.ts';

/**
 * Whether an answer comes from our service. Everything else comes from something between: the sign-in page of a
 * network, a filter, the error page of a proxy. Such answers are neither trusted nor kept.
 */
export const isFromService = (response: Response): boolean =>
  response.headers.get(serviceMark.header) === serviceMark.value;
