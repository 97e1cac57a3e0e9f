import { serviceMark } from '../../../contract/common/service-mark.ts';

/**
 * Whether an answer is of our service. Everything else is of somebody between: the sign-in page of a network, a filter, the
 * error page of a proxy. Of that nothing is believed, and nothing is kept.
 */
export const isOurs = (response: Response): boolean =>
  response.headers.get(serviceMark.header) === serviceMark.value;
