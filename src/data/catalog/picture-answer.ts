import { isFromService } from '../http/is-from-service.ts';

/** Bytes; the service's largest picture is well below. */
const maxPictureBytes = 4 * 1024 * 1024;

/** Whether an answer is a complete picture of our service, and so worth keeping. */
export function isOwnPicture(response: Response): boolean {
  const size = Number(response.headers.get('content-length'));
  return (
    response.status === 200 &&
    isFromService(response) &&
    isPicture(response) &&
    size > 0 &&
    size <= maxPictureBytes
  );
}

/** Whether a cached answer is a picture: earlier versions could store a network's sign-in page as one. */
export const isPicture = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('image/') ?? false;
