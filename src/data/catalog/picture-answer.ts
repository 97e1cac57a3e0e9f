import { isOurs } from '../http/whose.ts';

/** Bytes; the largest picture that the service hands out is well below. */
const largest = 4 * 1024 * 1024;

/** Whether an answer is a whole picture of our service, and so worth keeping. */
export function isOwnPicture(response: Response): boolean {
  const size = Number(response.headers.get('content-length'));
  return response.status === 200 && isOurs(response) && isPicture(response) && size > 0 && size <= largest;
}

/** Whether something kept is a picture at all: pages of networks were kept as such once. */
export const isPicture = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('image/') ?? false;
